#include "tools/json_difference.h"

#include <algorithm>

namespace dsne::tools {
namespace {

using Difference = std::optional<JsonDifference>;

Difference compare(const Json& expected, const Json& actual, const Json::json_pointer& place);

Difference compare_objects(const Json& expected, const Json& actual,
                           const Json::json_pointer& place) {
  for (const auto& [key, value] : expected.items()) {
    const auto other = actual.find(key);
    if (other == actual.end()) return JsonDifference{(place / key).to_string(), "is missing"};
    if (auto difference = compare(value, *other, place / key)) return difference;
  }
  for (const auto& [key, value] : actual.items()) {
    if (!expected.contains(key)) return JsonDifference{(place / key).to_string(), "is new"};
  }
  return std::nullopt;
}

Difference compare_arrays(const Json& expected, const Json& actual,
                          const Json::json_pointer& place) {
  for (std::size_t i = 0; i < std::min(expected.size(), actual.size()); ++i) {
    if (expected[i] == actual[i]) continue;
    return compare(expected[i], actual[i], place / i);
  }
  if (expected.size() == actual.size()) return std::nullopt;
  return JsonDifference{place.to_string(), "has " + std::to_string(actual.size()) +
                                               " entries instead of " +
                                               std::to_string(expected.size())};
}

Difference compare(const Json& expected, const Json& actual, const Json::json_pointer& place) {
  if (expected == actual) return std::nullopt;
  if (expected.is_object() && actual.is_object()) return compare_objects(expected, actual, place);
  if (expected.is_array() && actual.is_array()) return compare_arrays(expected, actual, place);
  if (expected.type() != actual.type() && !(expected.is_number() && actual.is_number())) {
    return JsonDifference{place.to_string(), std::string("is ") + actual.type_name() +
                                                 " instead of " + expected.type_name()};
  }
  return JsonDifference{place.to_string(), "has another value"};
}

}  // namespace

Difference first_difference(const Json& expected, const Json& actual) {
  return compare(expected, actual, Json::json_pointer());
}

}  // namespace dsne::tools
