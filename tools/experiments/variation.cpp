#include "tools/experiments/variation.h"

#include <algorithm>

namespace dsne::experiments {
namespace {

void keep_methods(std::vector<EmbeddingMethod>& methods, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::erase_if(methods, [&names](const EmbeddingMethod& method) {
    return std::find(names.begin(), names.end(), method.name) == names.end();
  });
}

/// A trial's parameters suit the few points that it has.
void make_quick(Experiment& experiment) {
  experiment.parameters["perplexity"] = 5;
  for (EmbeddingMethod& method : experiment.methods) {
    if (method.settings.contains("max_iterations")) method.settings["max_iterations"] = 20;
  }
}

/// A method's own setting would overrule that of all maps.
void set_everywhere(Experiment& experiment, const Json& settings) {
  experiment.parameters.update(settings);
  for (EmbeddingMethod& method : experiment.methods) {
    for (const auto& [name, value] : settings.items()) method.settings.erase(name);
  }
}

std::vector<std::string> changes_by(const Variation& variation) {
  std::vector<std::string> changes;
  if (!variation.own_table.empty()) changes.push_back("data of " + variation.own_table);
  if (variation.quick) changes.emplace_back("a quick trial with few subjects and iterations");
  for (const auto& [name, value] : variation.settings.items()) {
    changes.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return changes;
}

}  // namespace

Experiment varied(Experiment experiment, const Variation& variation) {
  experiment.changes = changes_by(variation);
  keep_methods(experiment.methods, variation.methods);
  if (variation.quick) make_quick(experiment);
  set_everywhere(experiment, variation.settings);
  return experiment;
}

}  // namespace dsne::experiments
