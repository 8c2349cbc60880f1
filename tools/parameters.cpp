#include "tools/parameters.h"

#include <cstdint>
#include <ostream>

#include "data/csv.h"
#include "methods/method.h"
#include "tools/written_files.h"

namespace dsne::tools {
namespace {

using methods::Method;
using methods::ParameterRule;
using Names = std::vector<std::string>;

constexpr const char* about_parameters =
    "Prints what the owner of a run can set, with range and default, what it is, and which "
    "methods\n"
    "it counts for. docs/parameters.md says more.\n";

/// A number as a person writes it.
std::string plain(double number) {
  const auto whole = static_cast<std::int64_t>(number);
  return static_cast<double>(whole) == number ? std::to_string(whole) : data::number_text(number);
}

std::string list(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "`" : ", `") + name + '`';
  return text;
}

std::string without_marks(std::string text) {
  std::erase(text, '`');
  return text;
}

void print(const ParameterRule& rule, std::ostream& out) {
  out << rule.name << ": " << without_marks(range_of(rule)) << "; default "
      << without_marks(default_of(rule)) << "\n    " << rule.text << "\n    Counts for "
      << without_marks(counts_for(rule)) << ".\n";
}

int list_parameters(const Values& values, const Console& console) {
  if (values.count("write") > 0) {
    write_declared(values["write"].as<std::string>());
    return 0;
  }
  const Method* method = values.count("method") > 0
                             ? &methods::find_method(values["method"].as<std::string>())
                             : nullptr;
  for (const ParameterRule& rule : methods::parameter_rules()) {
    if (method == nullptr || reads(*method, rule.name)) print(rule, console.out);
  }
  return 0;
}

}  // namespace

std::string range_of(const ParameterRule& rule) {
  if (!rule.form.empty()) return rule.form;
  return rule.values.empty() ? plain(rule.least) + " to " + plain(rule.most) : list(rule.values);
}

std::string default_of(const ParameterRule& rule) {
  if (!rule.form.empty()) return "none";
  return rule.values.empty() ? plain(rule.standard.get<double>())
                             : list({rule.standard.get<std::string>()});
}

std::string counts_for(const ParameterRule& rule) {
  Names reading;
  Names others;
  for (const Method* method : methods::known_methods()) {
    (reads(*method, rule.name) ? reading : others).push_back(method->name());
  }
  if (others.empty()) return "all";
  return others.size() < reading.size() ? "all but " + list(others) : list(reading);
}

Command parameters_command() {
  return {"dsne parameters",
          "[options]",
          "say what the owner of a run can set",
          about_parameters,
          {option("method", value<std::string>("NAME"), "only those that count for this method"),
           option("write", value<std::string>("FOLDER"),
                  "instead write them into compspec.json and docs/ of the project there")},
          {},
          {},
          list_parameters};
}

}  // namespace dsne::tools
