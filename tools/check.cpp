#include <boost/algorithm/string/replace.hpp>
#include <optional>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "tools/check/checking.h"
#include "tools/commands.h"

namespace dsne::tools {
namespace {

using checking::Outcome;

constexpr const char* the_verdict_model = "the model (--verdict-model)";

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
