#include <algorithm>

#include "core/version.h"
#include "tools/check/checking.h"

namespace dsne::tools::checking {
namespace {

Json column_or_null(std::size_t column) { return column == 0 ? Json() : Json(column); }

Json to_json(const Problems& problems) {
  constexpr std::size_t most_rows = 100;
  Json list = Json::array();
  for (const Problem& problem : problems) {
    Rows rows = problem.rows;
    rows.resize(std::min(rows.size(), most_rows));
    list.push_back({{"ends_run", problem.gravity == Gravity::mend},
                    {"kind", problem.kind},
                    {"text", problem.text},
                    {"to_do", problem.remedy},
                    {"rows", rows},
                    {"column", column_or_null(problem.column)},
                    {"measures", problem.measures},
                    {"setting", problem.setting}});
  }
  return list;
}

/// The measures with what is known of their values; NaN is written as null.
Json measures_of(const SiteFile& file, const std::optional<CheckedReference>& reference) {
  Json list = Json::array();
  if (file.is_array()) return list;
  const NamedMeasures others = reference ? by_name(reference->measures) : NamedMeasures();
  for (const MeasureView& measure : file.measures) {
    Json entry = {{"name", measure.name},        {"column", column_or_null(measure.column)},
                  {"missing", measure.missing},  {"median", measure.median},
                  {"low", measure.low},          {"high", measure.high},
                  {"least", measure.least},      {"most", measure.most},
                  {"constant", measure.constant}};
    const auto found = others.find(measure.name);
    if (const auto* other = found == others.end() ? nullptr : found->second) {
      entry["reference"] = {{"median", other->median}, {"low", other->low}, {"high", other->high}};
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

Json to_json(const SiteFile& file, const std::optional<CheckedReference>& reference) {
  Json json = {{"file", file.name},
               {"data_format", data::data_format_names()[static_cast<std::size_t>(file.form)]},
               {"text", file.text ? to_json(*file.text) : Json()},
               {"problems", to_json(file.problems)},
               {"read", file.table.has_value()}};
  if (!file.table) return json;
  const data::Table& table = *file.table;
  Json left_out = Json::array();
  for (const data::LeftOut& column : table.reading.left_out) {
    left_out.push_back({{"name", column.name}, {"reason", column.reason}});
  }
  json.update({{"subjects", table.ids.size()},
               {"persons", file.persons},
               {"values_per_subject", table.values.cols()},
               {"modality", table.reading.modality},
               {"notes", table.reading.notes},
               {"left_out", left_out},
               {"measures", measures_of(file, reference)},
               {"labels", file.labels},
               {"summary", file.summary ? Json(*file.summary) : Json()},
               {"public_scans", file.public_scans ? Json(*file.public_scans) : Json()}});
  return json;
}

}  // namespace

std::size_t Outcome::count(Gravity gravity) const {
  const auto count_in = [gravity](const Problems& problems) {
    return static_cast<std::size_t>(std::ranges::count(problems, gravity, &Problem::gravity));
  };
  std::size_t count = count_in(given) + count_in(between);
  for (const SiteFile& file : files) count += count_in(file.problems);
  return count;
}

int Outcome::exit_code() const {
  if (count(Gravity::mend) > 0) return 1;
  return count(Gravity::look) > 0 ? 2 : 0;
}

std::string Outcome::verdict() const {
  const std::size_t mend = count(Gravity::mend);
  const std::size_t look = count(Gravity::look);
  const std::string to_look = counted(look, "thing", "things") + " to look at";
  if (mend > 0) {
    return "This would not run: " + counted(mend, "thing", "things") + " to correct" +
           (look > 0 ? ", " + to_look : "") + ".";
  }
  return look > 0 ? "It would run; " + to_look + "." : "This would run.";
}

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
