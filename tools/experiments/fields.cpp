#include "tools/experiments/fields.h"

#include <algorithm>
#include <string_view>

#include "core/errors.h"

namespace dsne::experiments {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& expected) {
  throw InputError("experiment: " + name + " must be " + expected);
}

const Json* find(const Json& object, const std::string& name) {
  if (!object.is_object()) throw InputError("experiment: an object is expected around " + name);
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

const Json& require(const Json& object, const std::string& name) {
  const Json* const member = find(object, name);
  if (member == nullptr) throw InputError("experiment: " + name + " is missing");
  return *member;
}

double checked_number(const Json& value, const std::string& name, double least, double most) {
  if (!value.is_number()) refuse(name, "a number");
  const auto number = value.get<double>();
  if (!(number >= least && number <= most)) refuse(name, "in its range");
  return number;
}

std::string checked_text(const Json& value, const std::string& name) {
  if (!value.is_string()) refuse(name, "text");
  return value.get<std::string>();
}

}  // namespace

void check_members(const Json& object, std::initializer_list<std::string_view> known) {
  if (!object.is_object()) throw InputError("experiment: an object is expected");
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw InputError("experiment: there is no member " + name);
    }
  }
}

const Json& list_member(const Json& object, const std::string& name) {
  const Json& list = require(object, name);
  if (!list.is_array() || list.empty()) refuse(name, "a list that is not empty");
  return list;
}

std::string text_member(const Json& object, const std::string& name) {
  return checked_text(require(object, name), name);
}

double number_member(const Json& object, const std::string& name, double least, double most) {
  return checked_number(require(object, name), name, least, most);
}

std::string optional_text(const Json& object, const std::string& name) {
  const Json* const member = find(object, name);
  return member == nullptr ? "" : checked_text(*member, name);
}

std::vector<std::string> optional_names(const Json& object, const std::string& name) {
  const Json* const member = find(object, name);
  if (member == nullptr) return {};
  if (!member->is_array()) return {checked_text(*member, name)};
  std::vector<std::string> names;
  for (const Json& entry : *member) names.push_back(checked_text(entry, name));
  return names;
}

std::optional<double> optional_number(const Json& object, const std::string& name, double least,
                                      double most) {
  const Json* const member = find(object, name);
  if (member == nullptr) return std::nullopt;
  return checked_number(*member, name, least, most);
}

std::vector<double> optional_numbers(const Json& object, const std::string& name) {
  const Json* const member = find(object, name);
  if (member == nullptr) return {};
  if (!member->is_array()) refuse(name, "a list of numbers");
  std::vector<double> numbers;
  for (const Json& entry : *member) numbers.push_back(checked_number(entry, name, -1e6, 1e6));
  return numbers;
}

}  // namespace dsne::experiments
