#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <regex>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/step.h"
#include "data/csv.h"
#include "data/formats/data_format.h"
#include "methods/method.h"
#include "tools/commands.h"

namespace dsne::tools {
namespace {

using methods::Method;
using methods::ParameterRule;
using methods::SentField;
using Names = std::vector<std::string>;
using Cells = std::vector<std::string>;
using OrderedJson = nlohmann::ordered_json;

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

/// What a parameter may be: "0 to 10000", or its choices as code.
std::string range_of(const ParameterRule& rule) {
  return rule.values.empty() ? plain(rule.least) + " to " + plain(rule.most) : list(rule.values);
}

/// A parameter's default as people write it, a choice as code.
std::string default_of(const ParameterRule& rule) {
  return rule.values.empty() ? plain(rule.standard.get<double>())
                             : list({rule.standard.get<std::string>()});
}

/// The methods that a parameter counts for, or those that it does not, whichever are fewer.
std::string counts_for(const ParameterRule& rule) {
  Names reading;
  Names others;
  for (const Method* method : methods::known_methods()) {
    (reads(*method, rule.name) ? reading : others).push_back(method->name);
  }
  if (others.empty()) return "all";
  return others.size() < reading.size() ? "all but " + list(others) : list(reading);
}

constexpr std::size_t cells_of_parameter = 6;
constexpr std::string_view head_of_fields = "| field | what | what it shows |";
constexpr std::string_view start_of_divergence = "| `kl_divergence` |";

/// A number as JSON writes it shortest.
OrderedJson shortest(double number) {
  const auto whole = static_cast<std::int64_t>(number);
  if (static_cast<double>(whole) == number) return whole;
  return number;
}

/// What tells when to change an input, as a tooltip: its first sentence, without marks.
std::string tooltip_of(const std::string& change) {
  static const std::regex marks(R"(\[([^\]]*)\]\([^)]*\)|`)");
  const std::string text = std::regex_replace(change, marks, "$1");
  return "When to change it: " + text.substr(0, text.find(". ")) + '.';
}

/// Says what may be put in: a number or a choice.
void declare(const ParameterRule& rule, OrderedJson& input) {
  input["source"] = "owner";
  input["tooltip"] = tooltip_of(rule.change);
  if (rule.values.empty()) {
    input["type"] = "number";
    // The app does not hold a number to its range, so the description says it.
    input["description"] = rule.text + " From " + range_of(rule) + '.';
    input["default"] = shortest(rule.standard.get<double>());
    input["min"] = shortest(rule.least);
    input["max"] = shortest(rule.most);
    if (rule.whole) input["step"] = 1;
  } else {
    input["type"] = "select";
    input["description"] = rule.text;
    input["default"] = rule.standard.get<std::string>();
    input["values"] = rule.values;
  }
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

/// The tooltips of a page's rows with a default, by the names in their first cells.
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
  cells[5] = rule->change;
  return row_of(cells);
}

/// The method whose name a paragraph begins with, else `before`.
const Method* method_named(const std::string& line, const Method* before) {
  for (const Method* method : methods::known_methods()) {
    if (line.starts_with("**`" + method->name + "`**")) return method;
  }
  return line.starts_with('#') ? nullptr : before;
}

std::string row_of(const SentField& field) {
  return row_of(
      {'`' + field.name + '`', field.what + (field.masked ? "; masked" : ""), field.privacy});
}

/// Writes what the program declares into `compspec.json`, `docs/parameters.md` and
/// `docs/protocol.md` of the project in `folder`.
void write_declared(const fs::path& folder) {
  const auto rewrite = [&](const char* name, const auto& with_declared) {
    write_atomically(folder / name, with_declared(read_file(folder / name, name)), name);
  };
  rewrite("docs/parameters.md", with_parameters);
  rewrite("docs/protocol.md", with_fields);
  const std::string page = read_file(folder / "docs/parameters.md", "docs/parameters.md");
  rewrite("compspec.json", [&](const std::string& text) { return with_inputs(text, page); });
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

std::string with_inputs(const std::string& compspec, const std::string& page) {
  OrderedJson document = OrderedJson::parse(compspec, nullptr, false);
  const auto inputs = "/computation/input"_json_pointer;
  if (document.is_discarded() || !document.contains(inputs)) {
    throw InputError("the compspec has no computation.input");
  }
  for (const auto& [name, tooltip] : tooltips_of(page)) {
    if (document[inputs].contains(name)) document[inputs][name]["tooltip"] = tooltip;
  }
  for (const ParameterRule& rule : methods::parameter_rules()) {
    declare(rule, document[inputs][rule.name]);
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
    written += "|---|---|---|\n";
    for (const SentField& field : method->sent_fields) {
      if (field.phase == phase::embed) written += row_of(field) + '\n';
    }
    is_replaced = true;
  }
  return written;
}

}  // namespace dsne::tools
