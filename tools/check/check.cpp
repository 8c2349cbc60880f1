#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <optional>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "core/version.h"
#include "tools/check/checking.h"
#include "tools/commands.h"

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
  const NamedMeasures others(reference ? &reference->measures : nullptr);
  for (const MeasureView& measure : file.measures) {
    Json entry = {{"name", measure.name},        {"column", column_or_null(measure.column)},
                  {"missing", measure.missing},  {"median", measure.median},
                  {"low", measure.low},          {"high", measure.high},
                  {"least", measure.least},      {"most", measure.most},
                  {"constant", measure.constant}};
    if (const auto* other = others.find(measure.name)) {
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

namespace dsne::tools {
namespace {

using checking::Outcome;
using checking::the_verdict_model;

constexpr const char* about_check =
    "Reads a site's data as a run would, and says what was read and what is wrong or odd.\n"
    "Nothing is sent and no file is written.\n\n"
    "  dsne check group_T1w.tsv --reference ds030.tsv --settings settings.json\n\n"
    "Each FILE is a data set as site_data takes it: a table, a folder of images, a list of files.\n"
    "Several are compared with each other, as if each were a site's.\n"
    "Exit code: 0 it would run, 2 it would run and there are things to look at, 1 it would not.\n";

Options check_options() {
  return {option("file",
                 boost::program_options::value<std::vector<std::string>>()
                     ->value_name("FILE")
                     ->multitoken(),
                 "a data set"),
          option("reference,r", value<std::string>("FILE"), "the run's reference_data"),
          option("settings,s", value<std::string>("FILE"), "the site's settings (site_settings)"),
          option("verdict-model", value<std::string>("FILE"),
                 "a verdict_model.csv: lists scans that raters elsewhere would exclude"),
          flag("public", "as for a run with reference=public, on the public scans of the program"),
          flag("all", "show every measure, not the first thirty"),
          flag("json", "print the same as JSON")};
}

/// Reads the file that an option names, if it is given, and turns an error into a problem.
/// @param input the file's name in errors
/// @return whether there was no error
template <class Read>
bool read_given(const Values& values, const std::string& option, const std::string& input,
                Outcome& outcome, Read&& read) {
  if (values.count(option) == 0) return true;
  const fs::path file = values[option].as<std::string>();
  try {
    read(file);
    return true;
  } catch (const Error& error) {
    checking::Problem problem = checking::problem_of(error.what(), input, file.filename().string());
    problem.kind = boost::replace_all_copy(option, "-", "_");
    outcome.given.push_back(std::move(problem));
    return false;
  }
}

Outcome checked(const Values& values) {
  Outcome outcome;
  Json settings = Json::object();
  const bool has_settings =
      read_given(values, "settings", "site_settings", outcome,
                 [&](const fs::path& file) { settings = checking::read_settings(file); });
  // Without the settings, the files would be read differently than in the run.
  if (!has_settings) return outcome;
  read_given(values, "reference", "reference_data", outcome, [&](const fs::path& file) {
    outcome.reference = checking::read_reference(file, settings);
  });
  std::optional<quality::NamedVerdictModel> model;
  read_given(values, "verdict-model", the_verdict_model, outcome, [&](const fs::path& file) {
    model = quality::parse_verdict_model(read_file(file, the_verdict_model), the_verdict_model);
  });
  const checking::CheckedReference* reference = outcome.reference ? &*outcome.reference : nullptr;
  const auto files = values["file"].as<std::vector<std::string>>();
  const std::vector<std::string> names = checking::distinct_names(files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    outcome.files.push_back(checking::check_file(files[i], names[i], settings, reference));
    checking::SiteFile& file = outcome.files.back();
    if (values["public"].as<bool>() && file.table) checking::compare_with_public(settings, file);
    if (!model) continue;
    if (auto listed = like_excluded(file, *model)) file.problems.push_back(*std::move(listed));
  }
  outcome.between = checking::compare_files(outcome.files);
  return outcome;
}

int check(const Values& values, const Console& console) {
  if (values["public"].as<bool>() && values.count("reference") != 0) {
    throw UsageError("--public and --reference do not go together: a run has one of them");
  }
  const Outcome outcome = checked(values);
  if (values["json"].as<bool>()) {
    console.out << checking::json_of(outcome).dump(2, ' ', false, Json::error_handler_t::replace)
                << '\n';
  } else {
    console.out << checking::text_of(outcome, values["all"].as<bool>());
  }
  return outcome.exit_code();
}

}  // namespace

Command check_command() {
  Command command{"dsne check",
                  "FILE... [options]",
                  "check a site's files before a run",
                  about_check,
                  check_options(),
                  {"file"},
                  {"file"},
                  check};
  command.usage_code = 3;
  return command;
}

}  // namespace dsne::tools
