// What a message's fields must not hold, made from what they may hold (core/within.h).
#pragma once

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "core/message.h"

namespace hostile {

using dsne::Json;
namespace within = dsne::within;

inline Json other_length(Json list) {
  list.push_back(list.empty() ? Json(0) : list.front());
  return list;
}

/// A list or an object of one member more than it may have. Nothing where it may have many.
inline std::vector<Json> beyond(std::size_t most, const Json& good) {
  if (most > 100 || !good.is_structured() || good.empty()) return {};
  if (good.is_array()) return {Json(most + 1, good.front())};
  Json object;
  for (std::size_t i = 0; i <= most; ++i) object[std::to_string(i)] = good.front();
  return {object};
}

inline std::vector<Json> beyond(const within::Whole& range) {
  std::vector<Json> values = {0.5, "1", nullptr, range.least - 1};
  if (range.most < std::numeric_limits<std::int64_t>::max()) values.emplace_back(range.most + 1);
  return values;
}

/// Values that are refused in place of a good one.
template <typename T, typename Bound>
std::vector<Json> refused(const T& /*value*/, const Bound& bound, const Json& good) {
  if constexpr (std::is_same_v<Bound, within::Whole>) {
    return beyond(bound);
  } else if constexpr (std::is_same_v<Bound, within::Wholes>) {
    std::vector<Json> values = {1, nullptr, other_length(good)};
    for (const Json& each : beyond(bound.each)) {
      if (good.empty()) break;
      values.push_back(good);
      values.back()[0] = each;
    }
    return values;
  } else if constexpr (std::is_same_v<Bound, within::Number>) {
    return {"1", nullptr, 1e101, bound.least - 1 - std::abs(bound.least)};
  } else if constexpr (std::is_same_v<Bound, within::Packed> ||
                       std::is_same_v<Bound, within::PackedRange>) {
    Json damaged = good;
    damaged["float64"] = "?";
    std::vector<Json> values = {1, "x", nullptr, damaged,
                                dsne::pack(dsne::Matrix::Zero(bound.rows + 1, bound.columns))};
    if constexpr (std::is_same_v<Bound, within::PackedRange>) {
      for (const double number : {bound.least, bound.most}) {
        dsne::Matrix beyond = dsne::unpack(good);
        beyond(0, 0) = number + std::copysign(0.001 + std::abs(number) / 1000, number - 0.5);
        values.push_back(dsne::pack(beyond));
      }
    }
    return values;
  } else if constexpr (std::is_same_v<Bound, within::Rows>) {
    if (bound.rows < 0) return {1, "x", nullptr, Json::array({1})};
    return {1, "x", nullptr, other_length(good)};
  } else if constexpr (std::is_same_v<Bound, within::Numbers> ||
                       std::is_same_v<Bound, within::Texts>) {
    return {1, "x", nullptr, other_length(good)};
  } else if constexpr (std::is_same_v<Bound, within::Text>) {
    std::vector<Json> values = beyond(bound.most, good);
    values.insert(values.end(), {1, nullptr});
    for (const std::string& text : {std::string(), std::string(3000, 'x'), std::string("\x01")}) {
      if (bound.fits(text)) continue;
      values.push_back(good.is_array()    ? Json::array({text})
                       : good.is_object() ? Json{{"a", text}}
                                          : Json(text));
    }
    return values;
  } else if constexpr (std::is_same_v<Bound, within::AtMost>) {
    std::vector<Json> values = beyond(bound.number, good);
    values.insert(values.end(), {1, "x", nullptr, Json::array({1})});
    return values;
  } else if constexpr (std::is_same_v<T, bool>) {
    return {1, "true", nullptr};
  } else if constexpr (std::is_same_v<T, Json>) {
    return {};
  } else {
    return {1, "x", nullptr, Json::array({1})};  // words, structs, lists of structs
  }
}

/// Collects messages with one field changed or missing.
struct Changes {
  const Json& good;
  std::vector<Json>& messages;

  template <typename T, typename Bound>
  void add(const char* name, const T& value, const Bound& bound, bool may_be_missing) const {
    if (!good.contains(name)) return;
    for (const Json& bad : refused(value, bound, good[name])) {
      messages.push_back(good);
      messages.back()[name] = bad;
    }
    if (may_be_missing) return;
    messages.push_back(good);
    messages.back().erase(name);
  }
  template <typename T, typename Bound = within::Anything>
  void operator()(const char* name, const T& value, const Bound& bound = {}) const {
    add(name, value, bound, false);
  }
  template <typename T, typename Bound = within::Anything>
  void operator()(const char* name, const std::optional<T>& value, const Bound& bound = {}) const {
    if (value) add(name, *value, bound, true);
  }
  template <typename T, typename Bound>
  void operator()(const char* name, const T& value, const within::OrMissing<Bound>& bound) const {
    add(name, value, bound.bound, true);
  }
  template <typename T, typename Bound>
  void operator()(const char* name, const std::optional<T>& value,
                  const within::OrNull<Bound>& bound) const {
    if (!value) return;
    for (const Json& bad : refused(*value, bound.bound, good[name])) {
      if (bad.is_null()) continue;
      messages.push_back(good);
      messages.back()[name] = bad;
    }
  }
};

}  // namespace hostile

/// Checks that no message is taken with a field that is missing or not within its bounds.
/// @param good with every field that it can have
/// @param read reads such a message
template <dsne::MessageStruct T, typename Read>
void check_refused(const T& good, const Read& read) {
  using dsne::Json;
  const Json json = dsne::to_message(good);
  std::vector<Json> bad = {1, "x", nullptr, Json::array()};
  T::visit(good, hostile::Changes{json, bad});
  for (const Json& message : bad) {
    CAPTURE(message.dump().substr(0, 2000));
    CHECK_THROWS_AS(read(message), dsne::MessageError);
  }
}

/// Checks besides that a good one passes through JSON unchanged.
template <dsne::MessageStruct T, typename Read>
void check_fields(const T& good, const Read& read) {
  CHECK(dsne::to_message(read(dsne::to_message(good))) == dsne::to_message(good));
  check_refused(good, read);
}
template <dsne::MessageStruct T>
void check_fields(const T& good) {
  check_fields(good, [](const dsne::Json& json) { return dsne::parse_message<T>(json, "it"); });
}
