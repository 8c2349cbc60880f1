#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/filesystem/operations.hpp>
#include <regex>

#include "core/errors.h"
#include "core/files.h"
#include "run/reference/site_reference.h"
#include "run/subjects.h"
#include "tools/check/checking.h"
#include "tools/data_options.h"

namespace dsne::tools::checking {
namespace {

namespace fs = boost::filesystem;

/// Removes a slash from the end of a path.
fs::path plain_path(const fs::path& path) {
  fs::path plain = fs::absolute(path).lexically_normal();
  if (plain.filename() == ".") plain = plain.parent_path();
  return plain;
}

/// Returns a site's inputs with these settings, and the owner's parameters at their defaults.
run::SiteInputs inputs_of(const fs::path& file, const Json& settings) {
  const Json input = {{"site_data", file.filename().string()}, {"site_settings", settings}};
  const fs::path folder = folder_of(file);
  return run::parse_site_inputs(input, {folder, folder, folder, {}});
}

/// Returns the names of a folder's files whose names in lower case are so, in order.
template <class Fits>
Names names_in(const fs::path& folder, Fits&& fits) {
  boost::system::error_code error;
  Names names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    boost::system::error_code ignored;
    if (fits(boost::to_lower_copy(name)) && fs::is_regular_file(entry->path(), ignored)) {
      names.push_back(name);
    }
  }
  std::ranges::sort(names);
  return names;
}

Problem missing_file(const fs::path& file) {
  Problem problem{Gravity::mend, "no_file",
                  "There is no file " + shown_text(file.string(), 200) + "."};
  const std::string wanted = boost::to_lower_copy(file.filename().string());
  const std::string stem = wanted.substr(0, wanted.find('.'));
  const auto similar = names_in(folder_of(file), [&](const std::string& name) {
    return name == wanted || (stem.size() >= 3 && name.starts_with(stem));
  });
  if (!similar.empty()) problem.remedy = "Did you mean " + shown_text(similar.front(), 100) + "?";
  return problem;
}

/// Lists a folder's tables, for somebody who named the folder instead of one.
std::string tables_in(const fs::path& folder) {
  Names names = names_in(folder, [](const std::string& name) {
    return name.ends_with(".csv") || name.ends_with(".tsv") || name.ends_with(".txt");
  });
  for (std::string& name : names) name = shown_text(name);
  return listed(names, 3);
}

/// Returns how the file's text is read: in quality tables the first row is always the header.
data::TableFormat format_of(const run::SiteInputs& inputs, data::DataFormat form) {
  data::TableFormat format = inputs.format;
  if (form == data::DataFormat::mriqc) format.header = data::Header::present;
  return format;
}

/// Adds all reasons, of one kind, why the file could not be read.
void explain_failure(const fs::path& file, const run::SiteInputs& inputs, const std::string& error,
                     SiteFile& result) {
  if (result.is_table() && result.text) {
    result.problems = faults_of_text(*result.text, format_of(inputs, result.form), result.name);
    if (!result.problems.empty()) return;
  }
  Problem problem = problem_of(error, "site_data", result.name);
  const bool no_column = error.find("no column with the name given in") != std::string::npos;
  if (no_column && result.text) problem.remedy = "The first row is: " + result.text->corner + ".";
  if (fs::is_directory(file)) {
    const std::string tables = tables_in(file);
    if (!tables.empty()) problem.remedy = "If the data are a table, name it: " + tables + ".";
  }
  result.problems.push_back(std::move(problem));
}

void read_table(const fs::path& file, const run::SiteInputs& inputs, SiteFile& result) {
  try {
    result.form = inputs.data_format == data::DataFormat::automatic
                      ? data::find_data_format(file, "site_data")
                      : inputs.data_format;
    if (!fs::is_directory(file)) result.text = view_text(file, format_of(inputs, result.form));
    result.table = run::read_subjects(inputs, folder_of(file));
  } catch (const InputError& error) {
    explain_failure(file, inputs, error.what(), result);
  }
}

/// Adds the faults that would end a run after the table was read.
void check_as_run(const run::SiteInputs& inputs, const CheckedReference* reference,
                  SiteFile& result) {
  find_faults(inputs, reference, result);
  if (std::ranges::count(result.problems, Gravity::mend, &Problem::gravity) > 0) return;
  // Any other reason that ends a run.
  try {
    run::check_delta(result.table->values.rows(), inputs.plan);
    if (run::tells_nothing(inputs)) run::check_cells(*result.table, inputs);
    if (reference != nullptr) {
      run::match_reference(*result.table, reference->reference, inputs.plan.parameters);
    } else {
      run::told_table(*result.table, inputs);
    }
  } catch (const InputError& error) {
    result.problems.push_back(problem_of(error.what(), "site_data", result.name));
  }
}

}  // namespace

Problem problem_of(const std::string& error, const std::string& input, const std::string& name) {
  Problem problem{Gravity::mend, "unreadable", error};
  static const std::regex row("\\brows? ([0-9]{1,9})\\b");
  static const std::regex column("\\bcolumns? ([0-9]{1,9})\\b");
  std::smatch found;
  if (std::regex_search(error, found, row)) problem.rows = {std::stoul(found[1])};
  if (std::regex_search(error, found, column)) problem.column = std::stoul(found[1]);
  boost::replace_all(problem.text, "there is no such file in the site's input folder",
                     "there is no such file");
  boost::replace_all(problem.text, input, name);
  if (problem.text.starts_with("the ")) problem.text.front() = 'T';
  if (!problem.text.ends_with('.')) problem.text += '.';
  return problem;
}

Names distinct_names(const Names& files) {
  Names own;
  for (const std::string& file : files) own.push_back(plain_path(file).filename().string());
  Names names;
  for (std::size_t i = 0; i < files.size(); ++i) {
    names.push_back(shown_text(std::ranges::count(own, own[i]) > 1 ? files[i] : own[i], 100));
  }
  return names;
}

Json read_settings(const fs::path& file) {
  const fs::path path = plain_path(file);
  const Json named = {{"site_settings", path.filename().string()}};
  Json settings = run::with_settings_read(named, folder_of(path))["site_settings"];
  run::read_identity(inputs_of(path, settings).settings, folder_of(path));
  summary_rules(settings);
  return settings;
}

CheckedReference read_reference(const fs::path& file, const Json& settings) {
  const fs::path path = plain_path(file);
  CheckedReference result;
  run::SiteInputs inputs = inputs_of(path, settings);
  inputs.reference = path.filename().string();
  const auto own = run::read_own_reference(inputs, folder_of(path), fs::path());
  result.reference = run::parse_run_reference(own->text, inputs.plan);
  const data::Reference& points = result.reference.points;
  if (points.values.rows() < 4) throw InputError("reference_data must have at least 4 points");
  result.measures = view_measures(points.values, points.features, {});
  return result;
}

SiteFile check_file(const fs::path& file, const std::string& name, const Json& settings,
                    const CheckedReference* reference) {
  const fs::path path = plain_path(file);
  SiteFile result;
  result.name = name;
  boost::system::error_code error;
  if (!fs::exists(path, error)) {
    result.problems.push_back(missing_file(path));
    return result;
  }
  try {
    const run::SiteInputs inputs = inputs_of(path, settings);
    read_table(path, inputs, result);
    if (!result.table) return result;
    const data::Table& table = *result.table;
    result.measures = view_measures(table.values, table.features, table.columns);
    check_as_run(inputs, reference, result);
    find_oddities(settings, reference, result);
  } catch (const InputError& fault) {
    result.problems.push_back(problem_of(fault.what(), "site_data", result.name));
  }
  return result;
}

}  // namespace dsne::tools::checking
