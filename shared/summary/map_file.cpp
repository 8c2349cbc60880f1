#include "summary/map_file.h"

#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "core/json_text.h"
#include "summary/check.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr const char* form_field = "dsne_frame";
constexpr int map_form = 1;
constexpr double tolerance = 1e-6;
constexpr std::size_t longest_name = 1000;
constexpr std::int64_t most_numbers = std::int64_t{1} << 31;
constexpr std::int64_t largest_perplexity = 1000000;

/// Writes a value, or a list of numbers, on one line.
std::string line(const std::string& name, const Json& value) {
  return Json(name).dump() + ": " + to_ascii(value);
}

/// Writes rows of numbers, one per line; packed if wanted.
std::string lines(const std::string& name, const Matrix& rows, bool packed) {
  if (packed) return line(name, pack(rows));
  std::string text = Json(name).dump() + ": [";
  for (Index row = 0; row < rows.rows(); ++row) {
    text += row == 0 ? "\n" : ",\n";
    text += to_ascii(json_array(RowVector(rows.row(row))));
  }
  return text + "]";
}

Json rows_json(const Matrix& rows) {
  Json list = Json::array();
  for (Index row = 0; row < rows.rows(); ++row)
    list.push_back(json_array(RowVector(rows.row(row))));
  return list;
}

Json covariates_json(const Covariates& covariates) {
  return {{"names", covariates.names},
          {"rows", rows_json(covariates.means)},
          {"spread", json_array(covariates.spread)},
          {"slopes", rows_json(covariates.slopes)}};
}

std::string site_text(const NamedSummary& site, bool packed) {
  const Summary& summary = site.summary;
  std::string text = "{" + line("site", site.site) + ",\n" +
                     line("subjects", json_array(RowVector(summary.subjects.transpose()))) + ",\n" +
                     lines("rows", summary.means, packed) + ",\n" +
                     (packed ? line("spread", pack(Matrix(summary.spread)))
                             : line("spread", json_array(summary.spread)));
  if (summary.excluded) {
    text += ",\n" + line("excluded", json_array(RowVector(summary.excluded->transpose())));
  }
  if (!summary.covariates.names.empty()) {
    text += ",\n" + line("covariates", covariates_json(summary.covariates));
  }
  return text + "}";
}

/// Reads numbers by name; each must exist.
struct Reader {
  const Json& json;
  const std::string& input;

  const Json& at(const char* name) const { return field(json, name, input); }

  Matrix rows(const char* name, Index columns) const {
    const Json& value = at(name);
    if (is_packed(value)) {
      const std::int64_t count = integer_field(value, "rows", 0, most_numbers, input);
      return matrix_field(json, name, count, columns, input);
    }
    if (!value.is_array()) throw InputError(input + ": " + name + " is not a list");
    Matrix result(std::ssize(value), columns);
    for (std::size_t i = 0; i < value.size(); ++i) {
      result.row(static_cast<Index>(i)) = vector_field({{"row", value[i]}}, "row", columns, input);
    }
    return result;
  }

  /// Any length is accepted if `size` is negative.
  RowVector numbers(const char* name, Index size) const {
    const Json& value = at(name);
    if (is_packed(value)) return rows(name, size).row(0);
    if (!value.is_array()) throw InputError(input + ": " + name + " is not a list");
    return vector_field(json, name, size < 0 ? std::ssize(value) : size, input);
  }
};

Covariates parse_covariates(const Json& json, Index measures, const std::string& input) {
  const Reader reader{json, input};
  Covariates covariates;
  covariates.names = texts_field(json, "names", input);
  const Index count = std::ssize(covariates.names);
  covariates.means = reader.rows("rows", count);
  covariates.spread = reader.numbers("spread", count);
  covariates.slopes = reader.rows("slopes", measures);
  return covariates;
}

NamedSummary parse_site(const Json& json, const std::vector<std::string>& measures,
                        const std::string& input) {
  const Reader reader{json, input};
  const auto columns = static_cast<Index>(measures.size());
  NamedSummary site;
  site.site = text_field(json, "site", input);
  if (site.site.empty() || site.site.size() > longest_name || !is_utf8(site.site)) {
    throw InputError(input + ": a site's name is no name");
  }
  site.summary.measures = measures;
  site.summary.means = reader.rows("rows", columns);
  site.summary.subjects = reader.numbers("subjects", site.summary.means.rows()).transpose();
  site.summary.spread = reader.numbers("spread", columns);
  if (json.contains("excluded")) {
    site.summary.excluded = reader.numbers("excluded", site.summary.means.rows()).transpose();
  }
  if (json.contains("covariates")) {
    site.summary.covariates = parse_covariates(reader.at("covariates"), columns, input);
  }
  check_summary(site.summary, input);
  return site;
}

void check_same(const RowVector& told, const RowVector& found, const std::string& input) {
  const double size = found.size() == 0 ? 0 : found.cwiseAbs().maxCoeff();
  const bool same = told.size() == found.size() &&
                    ((told - found).array().abs() <=
                     tolerance * found.array().abs() + tolerance * tolerance * size)
                        .all();
  if (!same) throw InputError(input + ": its scales are not those of its rows");
}

void check_space(const CommonMap& map, const Reader& reader) {
  if (map.space.components) {
    check_same(reader.numbers("variances", -1), map.space.components->variances.transpose(),
               reader.input);
    return;
  }
  const Index columns = map.space.middle.size();
  check_same(reader.numbers("middle", columns), map.space.middle, reader.input);
  check_same(reader.numbers("scale", columns), map.space.scale, reader.input);
}

CommonMap parse_document(const Json& json, const std::string& input) {
  const Reader reader{json, input};
  integer_field(json, form_field, map_form, map_form, input);
  const std::string kind = text_field(json, "kind", input);
  if (kind != "measures" && kind != "array") throw InputError(input + ": kind is not known");
  MapSources sources;
  sources.array = kind == "array";
  sources.perplexity = number_field(json, "perplexity", input);
  if (!(sources.perplexity >= 1 && sources.perplexity <= largest_perplexity)) {
    throw InputError(input + ": perplexity must be at least 1");
  }
  sources.dimensions = static_cast<int>(integer_field(json, "dimensions", 2, 3, input));
  if (json.contains("harmonized")) sources.harmonized = flag_field(json, "harmonized", input);
  if (sources.harmonized && sources.array) throw InputError(input + ": arrays are not harmonized");
  const std::vector<std::string> measures = texts_field(json, "measures", input);
  check_measures(measures, input);
  const Json& sites = reader.at("sites");
  if (!sites.is_array() || sites.empty()) throw InputError(input + ": there is no summary in it");
  for (const Json& site : sites) sources.sites.push_back(parse_site(site, measures, input));
  sources.reference = reader.rows("reference", static_cast<Index>(measures.size()));
  CommonMap map = pool_sources(std::move(sources));
  check_space(map, reader);
  check_same(reader.numbers("points", -1), map.pool.pool.subjects.transpose(), input);
  map.coordinates = reader.rows("positions", map.sources.dimensions);
  map.divergence = number_field(json, "divergence", input);
  check_coordinates(map, input);
  return map;
}

}  // namespace

bool is_map_text(std::string_view text) {
  return text.starts_with("{" + Json(form_field).dump() + ":");
}

std::string map_text(const CommonMap& map) {
  const MapSources& sources = map.sources;
  const std::vector<std::string>& measures = sources.sites.front().summary.measures;
  std::string text = "{" + line(form_field, map_form) + ",\n" +
                     line("kind", sources.array ? "array" : "measures") + ",\n" +
                     line("perplexity", sources.perplexity) + ",\n" +
                     line("dimensions", sources.dimensions) + ",\n" +
                     (sources.harmonized ? line("harmonized", true) + ",\n" : "") +
                     line("measures", measures) + ",\n\"sites\": [";
  for (std::size_t i = 0; i < sources.sites.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + site_text(sources.sites[i], sources.array);
  }
  text += "],\n" + lines("reference", sources.reference, sources.array) + ",\n";
  if (map.space.components) {
    text += line("variances", json_array(RowVector(map.space.components->variances.transpose())));
  } else {
    text += line("middle", json_array(map.space.middle)) + ",\n" +
            line("scale", json_array(map.space.scale));
  }
  text += ",\n" + line("points", json_array(RowVector(map.pool.pool.subjects.transpose()))) +
          ",\n" + lines("positions", map.coordinates, false) + ",\n" +
          line("divergence", map.divergence) + "}\n";
  return text;
}

CommonMap parse_map(const std::string& text, const std::string& input) {
  if (text.size() > largest_map) throw InputError(input + " is too large for a map");
  const auto json = parse_json(text);
  if (!json || !json->is_object()) throw InputError(input + " is not a map of summaries");
  try {
    return parse_document(*json, input);
  } catch (const MessageError& error) {
    throw InputError(error.what());
  }
}

}  // namespace dsne::summary
