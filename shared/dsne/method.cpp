#include "dsne/method.h"

#include <utility>

#include "coinstac/errors.h"
#include "dsne/multi_shot.h"

namespace dsne {
namespace {

const std::vector<std::pair<std::string, Method>>& methods() {
  static const std::vector<std::pair<std::string, Method>> all = {{"dsne", multi_shot()}};
  return all;
}

}  // namespace

const Method& find_method(const std::string& name) {
  for (const auto& [method_name, method] : methods()) {
    if (method_name == name) return method;
  }
  throw InputError("there is no method of the name given in method");
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& entry : methods()) names.push_back(entry.first);
  return names;
}

}  // namespace dsne
