#include "tools/written_files.h"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/phase.h"
#include "data/data_format.h"
#include "methods/method.h"
#include "tools/parameters.h"

namespace dsne::tools {
namespace {

using methods::Method;
using methods::ParameterRule;
using methods::SentField;
using Cells = std::vector<std::string>;
using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t cells_of_parameter = 6;
constexpr std::string_view head_of_fields = "| field | what | what it shows |";
constexpr std::string_view start_of_divergence = "| `kl_divergence` |";

/// A number as JSON writes it shortest.
OrderedJson shortest(double number) {
  const auto whole = static_cast<std::int64_t>(number);
  if (static_cast<double>(whole) == number) return whole;
  return number;
}

void declare_number(const ParameterRule& rule, OrderedJson& input) {
  input["type"] = "number";
  // The app does not hold a number to its range, so the description says it.
  input["description"] = rule.text + " From " + range_of(rule) + '.';
  input["default"] = shortest(rule.standard.get<double>());
  input["min"] = shortest(rule.least);
  input["max"] = shortest(rule.most);
  if (rule.whole) input["step"] = 1;
}

void declare_choice(const ParameterRule& rule, OrderedJson& input) {
  input["type"] = "select";
  input["description"] = rule.text;
  input["default"] = rule.standard.get<std::string>();
  input["values"] = rule.values;
}

void declare_object(const ParameterRule& rule, OrderedJson& input) {
  input["type"] = "object";
  input["description"] = rule.text + " It is " + rule.form + '.';
  input["default"] = OrderedJson::object();
}

void declare(const ParameterRule& rule, OrderedJson& input) {
  input["source"] = "owner";
  if (!rule.form.empty()) return declare_object(rule, input);
  rule.values.empty() ? declare_number(rule, input) : declare_choice(rule, input);
}

Cells cells_of(const std::string& line) {
  Cells cells;
  std::string::size_type begin = 2;
  for (auto end = line.find(" |", begin); end != std::string::npos; end = line.find(" |", begin)) {
    cells.push_back(line.substr(begin, end - begin));
    begin = end + 3;
  }
  return cells;
}

std::string row_of(const Cells& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + cell + " |";
  return line;
}

/// What tells on the page when to change an input, as a tooltip: its first sentence, without marks.
std::string tooltip_of(const std::string& cell) {
  static const std::regex marks(R"(\[([^\]]*)\]\([^)]*\)|`)");
  const std::string text = std::regex_replace(cell, marks, "$1");
  return "When to change it: " + text.substr(0, text.find(". ")) + '.';
}

/// The tooltips of a page's rows with a default, by the names in their first cells. The owner's
/// tables come first.
std::map<std::string, std::string> tooltips_of(const std::string& page) {
  std::istringstream lines(page);
  std::map<std::string, std::string> tooltips;
  for (std::string line; std::getline(lines, line);) {
    const Cells cells = cells_of(line);
    if (!line.starts_with("| `") || cells.size() + 1 < cells_of_parameter) continue;
    tooltips.emplace(cells.front().substr(1, cells.front().size() - 2), tooltip_of(cells.back()));
  }
  return tooltips;
}

std::string with_parameter(const std::string& line, const std::vector<ParameterRule>& rules) {
  Cells cells = cells_of(line);
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const ParameterRule& each) {
    return cells.size() == cells_of_parameter && cells.front() == '`' + each.name + '`';
  });
  if (rule == rules.end()) return line;
  cells[1] = rule->text.substr(0, rule->text.size() - 1);
  cells[2] = range_of(*rule);
  cells[3] = default_of(*rule);
  cells[4] = counts_for(*rule);
  return row_of(cells);
}

/// The method whose name a paragraph begins with, else `before`.
const Method* method_named(const std::string& line, const Method* before) {
  for (const Method* method : methods::known_methods()) {
    if (line.starts_with("**`" + method->name() + "`**")) return method;
  }
  return line.starts_with('#') ? nullptr : before;
}

std::string row_of(const SentField& field) {
  return row_of(
      {'`' + field.name + '`', field.what + (field.masked ? "; masked" : ""), field.privacy});
}

std::string rows_of(const Method& method) {
  std::string rows;
  for (const SentField& field : method.sent_fields()) {
    if (field.phase == phase::embed) rows += row_of(field) + '\n';
  }
  return rows;
}

}  // namespace

std::string with_inputs(const std::string& compspec, const std::string& page) {
  OrderedJson document = OrderedJson::parse(compspec, nullptr, false);
  const auto inputs = "/computation/input"_json_pointer;
  if (document.is_discarded() || !document.contains(inputs)) {
    throw InputError("the compspec has no computation.input");
  }
  for (const ParameterRule& rule : methods::parameter_rules()) {
    declare(rule, document[inputs][rule.name]);
  }
  for (const auto& [name, tooltip] : tooltips_of(page)) {
    if (document[inputs].contains(name)) document[inputs][name]["tooltip"] = tooltip;
  }
  document[inputs]["data_format"]["values"] = data::data_format_names();
  return document.dump(2) + '\n';
}

std::string with_parameters(const std::string& page) {
  const std::vector<ParameterRule> rules = methods::parameter_rules();
  std::istringstream lines(page);
  std::string written;
  for (std::string line; std::getline(lines, line);) written += with_parameter(line, rules) + '\n';
  return written;
}

std::string with_fields(const std::string& page) {
  std::istringstream lines(page);
  std::string written;
  const Method* method = nullptr;
  bool is_replaced = false;
  for (std::string line; std::getline(lines, line);) {
    method = method_named(line, method);
    is_replaced = is_replaced && line.starts_with('|');
    if (is_replaced) continue;
    if (line.starts_with(start_of_divergence)) line = row_of(methods::kl_divergence_field());
    written += line + '\n';
    if (method == nullptr || line != head_of_fields) continue;
    written += "|---|---|---|\n" + rows_of(*method);
    is_replaced = true;
  }
  return written;
}

void write_declared(const fs::path& folder) {
  const auto rewrite = [&](const char* name, const auto& with_declared) {
    write_atomically(folder / name, with_declared(read_file(folder / name, name)), name);
  };
  rewrite("docs/parameters.md", with_parameters);
  rewrite("docs/protocol.md", with_fields);
  const std::string page = read_file(folder / "docs/parameters.md", "docs/parameters.md");
  rewrite("compspec.json", [&](const std::string& text) { return with_inputs(text, page); });
}

}  // namespace dsne::tools
