#include "federated/method.h"

#include <utility>

#include "core/errors.h"
#include "federated/dp_density.h"
#include "federated/dp_dsne.h"
#include "federated/joint.h"
#include "federated/multi_shot.h"
#include "federated/single_shot.h"

namespace dsne::federated {
namespace {

const std::vector<std::pair<std::string, Method>>& methods() {
  static const std::vector<std::pair<std::string, Method>> all = {{"dsne", multi_shot()},
                                                                  {"joint", joint()},
                                                                  {"single-shot", single_shot()},
                                                                  {"dp-dsne", dp_dsne()},
                                                                  {"dp-density", dp_density()}};
  return all;
}

}  // namespace

const Method& find_method(const std::string& name) {
  for (const auto& [method_name, method] : methods()) {
    if (method_name == name) return method;
  }
  throw InputError("there is no method of the name given in method");
}

std::optional<PrivacyPlan> privacy_plan(const Parameters& parameters) {
  const Method& method = find_method(parameters.method);
  if (!method.privacy_plan) return std::nullopt;
  return method.privacy_plan(parameters);
}

int iterations(const Parameters& parameters) {
  return parameters.max_iterations > 0 ? parameters.max_iterations
                                       : find_method(parameters.method).iterations;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& entry : methods()) names.push_back(entry.first);
  return names;
}

}  // namespace dsne::federated
