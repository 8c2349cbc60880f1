#include "tools/inputspec.h"

#include <algorithm>

#include "core/errors.h"

namespace dsne::tools {
namespace {

Json parse(const std::string& text, const std::string& what) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const auto read = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    const auto line = 1 + std::count(text.begin(), read, '\n');
    throw InputError(what + " is not valid JSON: look at line " + std::to_string(line));
  }
}

Json site_inputs(const Json& entry) {
  if (!entry.is_object()) throw InputError("the inputspec holds a site that is no object");
  Json inputs = Json::object();
  for (const auto& [name, wrapped] : entry.items()) {
    if (!wrapped.is_object() || !wrapped.contains("value")) {
      throw InputError("the inputspec's " + name + " is not written as {\"value\": ...}");
    }
    inputs[name] = wrapped["value"];
  }
  return inputs;
}

}  // namespace

Json read_compspec(const std::string& text) {
  const Json document = parse(text, "the compspec");
  const auto input = "/computation/input"_json_pointer;
  if (!document.contains(input) || !document[input].is_object()) {
    throw InputError("the compspec has no computation.input");
  }
  return document[input];
}

std::vector<Json> read_inputspec(const std::string& text, std::optional<std::size_t> sites) {
  const Json document = parse(text, "the inputspec");
  if (document.is_object()) return std::vector<Json>(sites.value_or(1), site_inputs(document));
  if (!document.is_array() || document.empty()) {
    throw InputError("the inputspec is neither an object nor an array with one for each site");
  }
  const std::size_t count = sites.value_or(document.size());
  if (count > document.size()) {
    throw InputError("--clients asks for more sites than the inputspec's " +
                     std::to_string(document.size()));
  }
  std::vector<Json> inputs;
  for (std::size_t i = 0; i < count; ++i) inputs.push_back(site_inputs(document[i]));
  return inputs;
}

Json with_settings_in_file(Json site_inputs, const fs::path& folder) {
  const auto settings = site_inputs.find("site_settings");
  if (settings == site_inputs.end() || !settings->is_object()) return site_inputs;
  constexpr const char* name = "site_settings.inputspec.json";
  write_atomically(folder / name, settings->dump(2) + '\n', "the settings of the inputspec");
  *settings = name;
  return site_inputs;
}

std::vector<std::string> unknown_inputs(const Json& site_inputs, const Json& declared) {
  std::vector<std::string> names;
  for (const auto& [name, value] : site_inputs.items()) {
    if (!declared.contains(name)) names.push_back(name);
  }
  return names;
}

}  // namespace dsne::tools
