#include "tools/experiments/description.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>

#include "core/errors.h"
#include "federated/parameters.h"
#include "report/natural_order.h"
#include "tools/experiments/fields.h"

namespace dsne::experiments {
namespace {

EmbeddingMaker parse_maker(const std::string& word) {
  if (word.empty() || word == "federation") return EmbeddingMaker::federation;
  if (word == "published") return EmbeddingMaker::published;
  if (word == "pooled") return EmbeddingMaker::pooled;
  throw InputError("experiment: maker must be federation, published or pooled");
}

Json parse_settings(const Json& json, const std::string& name) {
  if (!json.contains(name)) return Json::object();
  for (const auto& [parameter, value] : json[name].items()) {
    if (!federated::is_parameter(parameter)) {
      throw InputError("experiment: there is no parameter " + parameter);
    }
  }
  federated::parse_parameters(json[name]);
  return json[name];
}

EmbeddingMethod parse_method(const Json& json) {
  check_members(json, {"name", "maker", "settings"});
  return {text_member(json, "name"), parse_maker(optional_text(json, "maker")),
          parse_settings(json, "settings")};
}

std::vector<EmbeddingMethod> usual_methods() {
  return {{"published", EmbeddingMaker::published, Json::object()},
          {"dsne", EmbeddingMaker::federation, {{"method", "dsne"}}},
          {"single-shot", EmbeddingMaker::federation, {{"method", "single-shot"}}},
          {"pooled", EmbeddingMaker::pooled, Json::object()}};
}

std::vector<EmbeddingMethod> parse_methods(const Json& json) {
  if (!json.contains("methods")) return usual_methods();
  std::vector<EmbeddingMethod> methods;
  for (const Json& method : list_member(json, "methods")) methods.push_back(parse_method(method));
  return methods;
}

Condition parse_condition(const Json& json) {
  check_members(json, {"name", "reference", "sites"});
  return {text_member(json, "name"), parse_split_rule(json)};
}

Json parse_json(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw InputError("experiment: the description is not JSON");
  return json;
}

}  // namespace

Experiment parse_experiment(const std::string& name, const std::string& text) {
  const Json json = parse_json(text);
  check_members(json, {"title", "source", "question", "get", "data", "parameters", "conditions",
                       "methods", "measures", "seeds"});
  Experiment experiment;
  experiment.name = name;
  experiment.title = text_member(json, "title");
  experiment.source = text_member(json, "source");
  experiment.question = text_member(json, "question");
  experiment.get = optional_text(json, "get");
  if (!json.contains("data")) throw InputError("experiment: data is missing");
  experiment.data = json["data"];
  experiment.parameters = parse_settings(json, "parameters");
  for (const Json& condition : list_member(json, "conditions")) {
    experiment.conditions.push_back(parse_condition(condition));
  }
  experiment.methods = parse_methods(json);
  experiment.seeds = static_cast<std::uint64_t>(
      optional_number(json, "seeds", 1, 1000).value_or(static_cast<double>(experiment.seeds)));
  experiment.measures = optional_names(json, "measures");
  if (experiment.measures.empty()) {
    experiment.measures = {"accuracy",     "trustworthiness",   "kl_divergence",
                           "kmeans_ratio", "intersection_area", "roundness"};
  }
  return experiment;
}

std::vector<std::string> experiment_names(const fs::path& folder) {
  boost::system::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".json") names.push_back(it->path().stem().string());
  }
  if (names.empty()) {
    throw InputError("there is no experiment in the folder of experiments (--experiments)");
  }
  std::sort(names.begin(), names.end(), report::natural_less);
  return names;
}

Experiment read_experiment(const fs::path& folder, const std::string& name) {
  const std::vector<std::string> names = experiment_names(folder);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw InputError("there is no such experiment (see dsne experiment --list)");
  }
  return parse_experiment(name, read_file(folder / (name + ".json"), "the experiment"));
}

}  // namespace dsne::experiments
