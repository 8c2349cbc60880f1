#include "tools/parameters.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <sstream>

#include "core/files.h"
#include "data/csv.h"
#include "methods/method.h"

namespace dsne::tools {
namespace {

using methods::Method;
using methods::ParameterRule;
using Names = std::vector<std::string>;

constexpr const char* about_parameters =
    "Prints what the owner of a run can set, with range and default, what it is, and which "
    "methods\n"
    "it counts for. docs/parameters.md says more.\n";

constexpr std::size_t cells_in_row = 6;

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

std::string range_of(const ParameterRule& rule) {
  if (!rule.form.empty()) return rule.form;
  return rule.values.empty() ? plain(rule.least) + " to " + plain(rule.most) : list(rule.values);
}

std::string default_of(const ParameterRule& rule) {
  if (!rule.form.empty()) return "none";
  return rule.values.empty() ? plain(rule.standard.get<double>())
                             : list({rule.standard.get<std::string>()});
}

/// The methods that a parameter counts for, or those that it does not, whichever are fewer.
std::string counts_for(const ParameterRule& rule) {
  Names reading;
  Names others;
  for (const Method* method : methods::known_methods()) {
    (reads(*method, rule.name) ? reading : others).push_back(method->name());
  }
  if (others.empty()) return "all";
  return others.size() < reading.size() ? "all but " + list(others) : list(reading);
}

Names cells_of(const std::string& line) {
  Names cells;
  std::string::size_type begin = 2;
  for (auto end = line.find(" |", begin); end != std::string::npos; end = line.find(" |", begin)) {
    cells.push_back(line.substr(begin, end - begin));
    begin = end + 3;
  }
  return cells;
}

std::string row_of(const Names& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + cell + " |";
  return line;
}

std::string with_parameter(const std::string& line, const std::vector<ParameterRule>& rules) {
  Names cells = cells_of(line);
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const ParameterRule& each) {
    return cells.size() == cells_in_row && cells.front() == '`' + each.name + '`';
  });
  if (rule == rules.end()) return line;
  cells[2] = range_of(*rule);
  cells[3] = default_of(*rule);
  cells[4] = counts_for(*rule);
  return row_of(cells);
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
  if (values.count("page") > 0) {
    const fs::path page = values["page"].as<std::string>();
    write_atomically(page, with_parameters(read_file(page, "the page")), "the page");
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

std::string with_parameters(const std::string& page) {
  const std::vector<ParameterRule> rules = methods::parameter_rules();
  std::istringstream lines(page);
  std::string written;
  for (std::string line; std::getline(lines, line);) written += with_parameter(line, rules) + '\n';
  return written;
}

Command parameters_command() {
  return {"dsne parameters",
          "[options]",
          "say what the owner of a run can set",
          about_parameters,
          {option("method", value<std::string>("NAME"), "only those that count for this method"),
           option("page", value<std::string>("FILE"),
                  "instead write ranges, defaults and methods into the tables of such a page")},
          {},
          {},
          list_parameters};
}

}  // namespace dsne::tools
