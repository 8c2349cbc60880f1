#include <algorithm>
#include <cmath>

#include "core/version.h"
#include "data/data_format.h"
#include "tools/check/measures.h"
#include "tools/check/outcome.h"

namespace dsne::tools::checking {
namespace {

Json number_or_null(double value) { return std::isnan(value) ? Json() : Json(value); }

Json to_json(const Problems& problems) {
  constexpr std::size_t most_rows = 100;
  Json list = Json::array();
  for (const Problem& problem : problems) {
    std::vector<std::size_t> rows = problem.rows;
    rows.resize(std::min(rows.size(), most_rows));
    list.push_back({{"ends_run", problem.gravity == Gravity::mend},
                    {"kind", problem.kind},
                    {"text", problem.text},
                    {"to_do", problem.remedy},
                    {"rows", rows},
                    {"column", problem.column == 0 ? Json() : Json(problem.column)},
                    {"measures", problem.measures}});
  }
  return list;
}

Json to_json(const MeasureView& measure) {
  return {{"name", measure.name},
          {"column", measure.column == 0 ? Json() : Json(measure.column)},
          {"missing", measure.missing},
          {"median", number_or_null(measure.median)},
          {"low", number_or_null(measure.low)},
          {"high", number_or_null(measure.high)},
          {"least", number_or_null(measure.least)},
          {"most", number_or_null(measure.most)},
          {"constant", measure.constant}};
}

Json measures_of(const SiteFile& file, const std::optional<CheckedReference>& reference) {
  Json list = Json::array();
  if (file.is_array()) return list;
  for (const MeasureView& measure : file.measures) {
    Json entry = to_json(measure);
    const MeasureView* other =
        reference ? find_measure(reference->measures, measure.name) : nullptr;
    if (other != nullptr) {
      entry["reference"] = {{"median", number_or_null(other->median)},
                            {"low", number_or_null(other->low)},
                            {"high", number_or_null(other->high)}};
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json to_json(const TextView& text) {
  return {{"encoding", text.encoding},
          {"gzip", text.packed},
          {"delimiter", text.delimiter},
          {"decimal_mark", text.layout.style.decimal_comma ? "," : "."},
          {"header", text.layout.header},
          {"first_row", text.layout.first_row},
          {"last_row", text.layout.last_row},
          {"columns", text.layout.columns()},
          {"id_columns", text.id_columns},
          {"label_column", text.label_column}};
}

Json left_out_of(const data::Reading& reading) {
  Json list = Json::array();
  for (const data::LeftOut& column : reading.left_out) {
    list.push_back({{"name", column.name}, {"reason", column.reason}});
  }
  return list;
}

Json to_json(const SiteFile& file, const std::optional<CheckedReference>& reference) {
  Json json = {{"file", file.name},
               {"data_format", data::data_format_names()[static_cast<std::size_t>(file.form)]},
               {"text", file.text ? to_json(*file.text) : Json()},
               {"problems", to_json(file.problems)}};
  json["read"] = file.table.has_value();
  if (!file.table) return json;
  const data::Table& table = *file.table;
  json["subjects"] = table.ids.size();
  json["persons"] = file.persons;
  json["values_per_subject"] = table.values.cols();
  json["modality"] = table.reading.modality;
  json["notes"] = table.reading.notes;
  json["left_out"] = left_out_of(table.reading);
  json["measures"] = measures_of(file, reference);
  json["labels"] = file.labels;
  json["summary"] = file.summary ? Json(*file.summary) : Json();
  return json;
}

}  // namespace

Json json_of(const Outcome& outcome) {
  Json files = Json::array();
  for (const SiteFile& file : outcome.files) files.push_back(to_json(file, outcome.reference));
  Problems others = outcome.given;
  others.insert(others.end(), outcome.between.begin(), outcome.between.end());
  const int code = outcome.exit_code();
  return {{"version", std::string(version())},
          {"files", files},
          {"problems", to_json(others)},
          {"would_run", code != 1},
          {"exit_code", code},
          {"to_mend", outcome.count(Gravity::mend)},
          {"to_look_at", outcome.count(Gravity::look)},
          {"verdict", outcome.verdict()}};
}

}  // namespace dsne::tools::checking
