#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem/path.hpp>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/files.h"
#include "methods/method.h"
#include "methods/parameters.h"
#include "run/site_inputs.h"
#include "summary/keeping.h"
#include "tools/simulate/inputspec.h"

namespace fs = boost::filesystem;
using dsne::Json;
using dsne::methods::ParameterRule;
using NameSet = std::set<std::string>;

namespace {

const NameSet file_inputs = {"site_data",     "site_label",    "reference_data", "reference_label",
                             "subject_files", "site_settings", "summary"};
const NameSet format_inputs = {"data_format", "header", "id_column", "label_column",
                               "feature_columns"};

std::string source_file(const std::string& name) {
  return dsne::read_file(fs::path(DSNE_SOURCE_DIR) / name, name);
}

const Json& compspec() {
  static const Json document = Json::parse(source_file("compspec.json"));
  return document;
}

const Json& computation() { return compspec().at("computation"); }

const Json& inputs() { return computation().at("input"); }

NameSet keys(const Json& object) {
  NameSet names;
  for (const auto& item : object.items()) names.insert(item.key());
  return names;
}

bool is_filled_text(const Json& value) {
  return value.is_string() && !value.get_ref<const std::string&>().empty();
}

bool has_text(const Json& object, const std::string& name) {
  return object.contains(name) && is_filled_text(object[name]);
}

/// The rows of all tables of the page whose first cell is a name, as their cells.
std::map<std::string, std::vector<std::string>> documented() {
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream page(source_file("docs/parameters.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    std::vector<std::string> cells;
    std::string::size_type begin = 2;
    for (auto end = line.find(" |", begin); end != std::string::npos;
         end = line.find(" |", begin)) {
      cells.push_back(line.substr(begin, end - begin));
      begin = end + 3;
    }
    rows.emplace(cells.front().substr(1, cells.front().size() - 2), cells);
  }
  return rows;
}

/// A site's input if nobody changes anything: the defaults, and its own file.
Json untouched_inputs() {
  Json given = {{"site_data", Json::array({"table.csv"})}};
  for (const auto& [name, input] : inputs().items()) {
    if (input.contains("default")) given[name] = input["default"];
  }
  return given;
}

}  // namespace

TEST_CASE("the compspec has exactly what COINSTAC's validator requires") {
  CHECK(keys(compspec()) == NameSet{"computation", "meta"});
  CHECK(keys(compspec()["meta"]) == NameSet{"description", "id", "name", "repository", "version"});
  for (const auto& item : compspec()["meta"].items()) {
    CHECK(has_text(compspec()["meta"], item.key()));
  }
  CHECK(compspec()["meta"]["version"] == DSNE_VERSION);
  CHECK(keys(computation()) ==
        NameSet{"command", "display", "dockerImage", "input", "output", "remote", "type"});
  CHECK(keys(computation()["remote"]) == NameSet{"command", "dockerImage", "type"});
}

TEST_CASE("every version named is this one") {
  const std::string version = DSNE_VERSION;
  const std::map<std::string, std::string> names = {
      {"CHANGELOG.md", "\n## " + version + " "},
      {"CITATION.cff", "\nversion: " + version + "\n"},
      {"docs/coinstac.md", "REGISTRY/NAME:" + version + " "},
  };
  for (const auto& expected : names) {
    const std::string& file = expected.first;
    CAPTURE(file);
    CHECK(source_file(file).find(expected.second) != std::string::npos);
  }
}

TEST_CASE("both nodes run a program of one image, named by its absolute path") {
  for (const Json& node : {computation(), computation()["remote"]}) {
    CHECK(node.at("type") == "docker");
    CHECK(has_text(node, "dockerImage"));
    CHECK(node["dockerImage"] == computation()["dockerImage"]);
    REQUIRE(node.at("command").size() == 1);
    CHECK(node["command"][0].get<std::string>().front() == '/');
  }
  CHECK(computation()["command"] != computation()["remote"]["command"]);
}

TEST_CASE("the compspec lists every input, and no other") {
  NameSet expected = file_inputs;
  expected.insert(format_inputs.begin(), format_inputs.end());
  expected.insert(dsne::run::shown_settings_name);
  for (const ParameterRule& rule : dsne::methods::parameter_rules()) expected.insert(rule.name);
  CHECK(keys(inputs()) == expected);
}

TEST_CASE("every input has a form in the app") {
  const NameSet known = {"conditional", "default", "description", "extensions", "items",
                         "label",       "max",     "min",         "order",      "source",
                         "step",        "tooltip", "type",        "values"};
  std::set<int> orders;
  for (const auto& item : inputs().items()) {
    const std::string& name = item.key();
    const Json& input = item.value();
    CAPTURE(name);
    for (const std::string& key : keys(input)) CHECK(known.contains(key));
    for (const char* text : {"label", "description", "type", "source"}) {
      CHECK(has_text(input, text));
    }
    CHECK(orders.insert(input.at("order").get<int>()).second);
    const Json& type = input["type"];
    CHECK(NameSet{"files", "number", "object", "select", "string"}.contains(type));
    if (type == "select") {
      const Json& values = input.at("values");
      CHECK(std::count(values.begin(), values.end(), input.at("default")) == 1);
      for (const Json& value : values) CHECK(is_filled_text(value));
    }
  }
}

TEST_CASE("the form shows at most ten inputs by default") {
  NameSet shown;
  for (const auto& item : inputs().items()) {
    const std::string& name = item.key();
    const Json& input = item.value();
    CAPTURE(name);
    // A member's form does not know what the owner chose.
    if (file_inputs.contains(name)) CHECK_FALSE(input.contains("conditional"));
    if (!input.contains("conditional")) {
      shown.insert(name);
      continue;
    }
    const Json& condition = input["conditional"];
    CHECK(keys(condition) == NameSet{"value", "variable"});
    const Json& variable = inputs().at(condition["variable"].get<std::string>());
    REQUIRE(variable.at("type") == "select");
    const Json& values = variable["values"];
    CHECK(std::count(values.begin(), values.end(), condition["value"]) == 1);
    CHECK(variable["default"] != condition["value"]);
  }
  CHECK(shown.size() <= 10);
  CHECK(shown.contains("method"));
  CHECK(shown.contains(dsne::run::shown_settings_name));
}

TEST_CASE("a method's own inputs are shown with the method") {
  for (const ParameterRule& rule : dsne::methods::parameter_rules()) {
    CAPTURE(rule.name);
    const Json& input = inputs().at(rule.name);
    if (!input.contains("conditional") || input["conditional"]["variable"] != "method") continue;
    for (const dsne::methods::Method* method : dsne::methods::known_methods()) {
      CHECK(reads(*method, rule.name) == (method->name == input["conditional"]["value"]));
    }
  }
}

TEST_CASE("each input has a tooltip: one sentence in current words") {
  for (const auto& item : inputs().items()) {
    const Json& input = item.value();
    CAPTURE(item.key());
    REQUIRE(has_text(input, "tooltip"));
    const auto& tooltip = input["tooltip"].get_ref<const std::string&>();
    CHECK(tooltip.find(". ") == std::string::npos);
    CHECK(tooltip.size() <= 160);
    for (const char* retired : {"joint:", "jitter", "share_distances", "share_gradients",
                                "share_surrogate", "learned reference"}) {
      CHECK(tooltip.find(retired) == std::string::npos);
    }
  }
}

TEST_CASE("files are the members' inputs, all others the owner's") {
  for (const auto& item : inputs().items()) {
    const std::string& name = item.key();
    const Json& input = item.value();
    CAPTURE(name);
    const bool is_file = file_inputs.contains(name);
    CHECK(input.at("source") == (is_file ? "member" : "owner"));
    CHECK((input.at("type") == "files") == is_file);
    // A default would make the app ask every site for the file.
    CHECK(input.contains("default") == !is_file);
    if (!is_file) continue;
    for (const char* list : {"items", "extensions"}) {
      REQUIRE(input.at(list).is_array());
      CHECK(!input[list].empty());
      for (const Json& entry : input[list]) CHECK(is_filled_text(entry));
    }
  }
}

TEST_CASE("a file can be picked in every format that is read") {
  const auto picks = [](const std::string& input, const std::string& extension) {
    const auto all = inputs().at(input).at("extensions").get<NameSet>();
    return all.contains(extension.substr(extension.rfind('.') + 1));
  };
  for (const char* input : {"site_data", "subject_files", "reference_data"}) {
    CAPTURE(input);
    for (const char* extension : {"csv", "tsv", "txt", "npy", "nii", "gz", "json"}) {
      CAPTURE(extension);
      CHECK(picks(input, extension));
    }
  }
  for (const bool array : {false, true}) {
    CHECK(picks("summary", dsne::summary::shared_name({"", ""}, array)));
  }
  CHECK(picks("summary", "json"));  // {} for none
}

TEST_CASE("untouched inputs have the program's defaults") {
  const Json given = untouched_inputs();
  CHECK(to_json(dsne::methods::parse_parameters(given)) == to_json(dsne::methods::Parameters()));
  const dsne::Folders nowhere{"/nonexistent", "/nonexistent", "/nonexistent", {}};
  const dsne::run::SiteInputs site = dsne::run::parse_site_inputs(given, nowhere);
  const dsne::data::TableFormat format;
  CHECK(site.data == "table.csv");
  CHECK(site.data_format == dsne::data::DataFormat::automatic);
  CHECK(site.format.header == format.header);
  CHECK(site.format.id_column == format.id_column);
  CHECK(site.format.label_column == format.label_column);
  CHECK(site.format.feature_columns == format.feature_columns);
}

TEST_CASE("the compspec declares all that the example runs give") {
  const Json declared = dsne::tools::read_compspec(source_file("compspec.json"));
  for (const std::string spec : {"inputspec", "dsne", "dp-dsne"}) {
    CAPTURE(spec);
    const std::string text = source_file("test-inputs/" + spec + ".json");
    const std::vector<Json> sites = dsne::tools::read_inputspec(text, std::nullopt);
    CHECK(sites.size() == 3);
    for (const Json& site : sites) {
      CHECK(dsne::tools::unknown_inputs(site, declared).empty());
    }
  }
}

TEST_CASE("the output holds what the app displays, with headings") {
  const Json& output = computation()["output"];
  for (const auto& item : output.items()) {
    CAPTURE(item.key());
    CHECK(has_text(item.value(), "type"));
    CHECK(has_text(item.value(), "label"));
  }
  REQUIRE(computation()["display"].is_array());
  NameSet types;
  for (const Json& display : computation()["display"]) {
    types.insert(display.at("type"));
    if (display["type"] != "table") continue;
    REQUIRE(!display.at("tables").empty());
    for (const Json& table : display["tables"]) {
      const std::string source = table.at("source");
      CAPTURE(source);
      REQUIRE(output.contains(source));
      CHECK(output[source].at("type") == "array");
      CHECK(!output[source].at("items").empty());
    }
  }
  CHECK(types == NameSet{"iframe", "table"});
}

TEST_CASE("docs/parameters.md states every file, format and setting of a site") {
  const auto rows = documented();
  for (const std::string& name : file_inputs) CHECK(rows.contains(name));
  for (const std::string& name : format_inputs) CHECK(rows.contains(name));
  const dsne::run::SiteSettings standard;
  CHECK(rows.at("share_places").at(3) == (standard.share_places ? "`true`" : "`false`"));
  CHECK(rows.at("share_labels").at(3) == (standard.share_labels ? "`true`" : "`false`"));
}
