#include "summary/kept_json.h"

#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/json_text.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr std::string_view what = "the private file of the summary";
constexpr int form = 1;

Json measure_json(const MeasureScale& scale) {
  return {{"logarithm", scale.logarithm},
          {"size", scale.size},
          {"middle", scale.middle},
          {"deviation", scale.deviation}};
}

MeasureScale parse_measure(const Json& json) {
  MeasureScale scale;
  scale.logarithm = flag_field(json, "logarithm", what);
  scale.size = number_field(json, "size", what);
  scale.middle = number_field(json, "middle", what);
  scale.deviation = number_field(json, "deviation", what);
  return scale;
}

Json scale_json(const Scale& scale) {
  Json json = {{"array", scale.array},       {"measures", scale.measures},
               {"reach", scale.reach},       {"medians", pack(scale.medians)},
               {"steps", pack(scale.steps)}, {"each", Json::array()}};
  for (const MeasureScale& measure : scale.each) json["each"].push_back(measure_json(measure));
  return json;
}

Scale parse_scale(const Json& json) {
  Scale scale;
  scale.array = flag_field(json, "array", what);
  scale.measures = texts_field(json, "measures", what);
  const Index columns = std::ssize(scale.measures);
  scale.medians = matrix_field(json, "medians", 1, columns, what);
  scale.steps = matrix_field(json, "steps", 1, columns, what);
  scale.reach = number_field(json, "reach", what);
  for (const Json& measure : field(json, "each", what)) {
    scale.each.push_back(parse_measure(measure));
  }
  if (std::ssize(scale.each) != (scale.array ? 0 : columns)) throw MessageError("scales");
  return scale;
}

Json covariate_json(const CovariateScale& scale) {
  return {{"name", scale.name},
          {"median", scale.median},
          {"low", scale.low},
          {"high", scale.high},
          {"step", scale.step}};
}

CovariateScale parse_covariate(const Json& json) {
  CovariateScale scale;
  scale.name = text_field(json, "name", what);
  scale.median = number_field(json, "median", what);
  scale.low = number_field(json, "low", what);
  scale.high = number_field(json, "high", what);
  scale.step = number_field(json, "step", what);
  return scale;
}

void parse_covariates(const Json& json, Kept& kept) {
  for (const Json& scale : field(json, "covariates", what)) {
    kept.covariates.push_back(parse_covariate(scale));
  }
  for (const auto& [person, values] : field(json, "covariates_of", what).items()) {
    const RowVector row = vector_field({{"row", values}}, "row", std::ssize(kept.covariates), what);
    kept.covariates_of[person].assign(row.begin(), row.end());
  }
}

Json kept_json(const Kept& kept, const std::string& summary_digest) {
  Json json = {{"form", form},
               {"note", "Keep this file at the site. It says who is in which row of the summary."},
               {"key", to_hex(kept.key)},
               {"made", kept.made},
               {"least_members", kept.least},
               {"scale", scale_json(kept.scale)},
               {"rows", kept.rows},
               {"in_no_row_again", kept.gone},
               {"summary", summary_digest}};
  if (kept.covariates.empty()) return json;
  json["covariates"] = Json::array();
  for (const CovariateScale& scale : kept.covariates) {
    json["covariates"].push_back(covariate_json(scale));
  }
  json["covariates_of"] = kept.covariates_of;
  return json;
}

KeptFile parse_checked(const Json& json) {
  integer_field(json, "form", form, form, what);
  KeptFile file;
  const auto key = from_hex(text_field(json, "key", what));
  if (!key) throw MessageError("key");
  file.kept.key = *key;
  file.kept.made = text_field(json, "made", what);
  file.kept.least = integer_field(json, "least_members", least_subjects, 1000000, what);
  file.kept.scale = parse_scale(field(json, "scale", what));
  const Json& rows = field(json, "rows", what);
  for (const Json& row : rows) {
    file.kept.rows.push_back(texts_field({{"row", row}}, "row", what));
  }
  file.kept.gone = texts_field(json, "in_no_row_again", what);
  if (json.contains("covariates")) parse_covariates(json, file.kept);
  file.summary_digest = text_field(json, "summary", what);
  return file;
}

}  // namespace

std::string kept_text(const Kept& kept, const std::string& summary_digest) {
  const Json json = kept_json(kept, summary_digest);
  return Json({{"kept", json}, {"digest", sha256(to_ascii(json))}}).dump(1) + '\n';
}

KeptFile parse_kept(const std::string& text) {
  const InputError damaged(
      std::string(what) +
      " is damaged: restore a copy; without it nothing can be added or removed");
  const std::optional<Json> json = parse_json(text);
  if (!json) throw damaged;
  try {
    const Json& kept = field(*json, "kept", what);
    if (text_field(*json, "digest", what) != sha256(to_ascii(kept))) throw damaged;
    return parse_checked(kept);
  } catch (const MessageError&) {
    throw damaged;
  }
}

}  // namespace dsne::summary
