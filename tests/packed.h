// Reads and damages packed matrices in tests.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/digest.h"
#include "core/json.h"

/// The numbers of a packed matrix, row by row.
inline std::vector<double> numbers_of(const dsne::Json& packed) {
  std::vector<double> numbers(packed.at("rows").get<std::size_t>() *
                              packed.at("columns").get<std::size_t>());
  REQUIRE(dsne::from_base64(packed.at("float64").get<std::string>(),
                            std::as_writable_bytes(std::span(numbers))));
  return numbers;
}

/// A packed matrix with one of its numbers replaced, by one that is not finite if need be.
inline dsne::Json with_number(dsne::Json packed, std::size_t index, double number) {
  std::vector<double> numbers = numbers_of(packed);
  numbers.at(index) = number;
  packed["float64"] = dsne::to_base64(std::as_bytes(std::span(numbers)));
  return packed;
}

/// The words of masked terms or of a sum of such.
inline std::vector<std::uint64_t> words_of(const dsne::Json& packed) {
  std::vector<std::uint64_t> words(packed.at("rows").get<std::size_t>() *
                                   packed.at("columns").get<std::size_t>());
  REQUIRE(dsne::from_base64(packed.at("uint64").get<std::string>(),
                            std::as_writable_bytes(std::span(words))));
  return words;
}

/// JSON as a person reads it: every packed matrix in it as an array of rows of numbers.
inline dsne::Json legible(dsne::Json json) {
  if (dsne::is_packed(json)) {
    const std::vector<double> numbers = numbers_of(json);
    dsne::Json rows(json["rows"].get<std::size_t>(), dsne::Json::array());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      rows[i / json["columns"].get<std::size_t>()].push_back(numbers[i]);
    }
    return rows;
  }
  if (json.is_structured()) {
    for (dsne::Json& item : json) item = legible(item);
  }
  return json;
}

/// A packed matrix with one of its members replaced.
inline dsne::Json with_member(dsne::Json packed, const char* member, const dsne::Json& value) {
  packed[member] = value;
  return packed;
}

/// Returns values of the three members that make it another packed matrix or none.
/// @param content the third: float64, or of masked words uint64
inline std::vector<dsne::Json> with_damaged_members(const dsne::Json& packed,
                                                    const char* content = "float64") {
  using dsne::Json;
  std::vector<Json> bad;
  const auto text = packed.at(content).get<std::string>();
  for (const std::string& other :
       {std::string(), text.substr(0, text.size() / 2), text.substr(0, text.size() - 4),
        text.substr(0, text.size() - 1), text + "AAAA", text + "\n", "%" + text.substr(1)}) {
    bad.push_back(with_member(packed, content, other));
  }
  for (const char* member : {"rows", "columns"}) {
    const auto size = packed.at(member).get<std::int64_t>();
    for (const Json& other :
         {Json(size - 1), Json(size + 1), Json(-size), Json(0.5), Json(1e300),
          Json(18446744073709551615ULL), Json(std::to_string(size)), Json::array({size})}) {
      bad.push_back(with_member(packed, member, other));
    }
  }
  for (const char* member : {"rows", "columns", content}) {
    for (const Json& other : {Json(), Json(true), Json(31337), Json("canary"), Json::array()}) {
      bad.push_back(with_member(packed, member, other));
    }
    bad.push_back(packed);
    bad.back().erase(member);
  }
  return bad;
}

/// Returns all kinds of values that are not a packed matrix of this shape with finite numbers.
/// @pre it has a row, and not as many rows as columns
inline std::vector<dsne::Json> damaged(const dsne::Json& packed) {
  using dsne::Json;
  using Limits = std::numeric_limits<double>;
  std::vector<Json> bad = with_damaged_members(packed);
  const std::vector<double> numbers = numbers_of(packed);
  for (const double number : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
    bad.push_back(with_number(packed, numbers.size() - 1, number));
  }
  const auto rows = packed.at("rows").get<Eigen::Index>();
  const auto columns = packed.at("columns").get<Eigen::Index>();
  bad.push_back(dsne::pack(dsne::Matrix::Zero(rows - 1, columns)));
  bad.push_back(dsne::pack(dsne::Matrix::Zero(rows + 1, columns)));
  bad.push_back(dsne::pack(dsne::Matrix::Zero(columns, rows)));
  const Json plain = legible(packed);
  bad.insert(bad.end(), {packed["float64"], plain, Json(plain.dump()), Json(packed.dump()),
                         Json::array({packed}), Json::object(), Json::array(), Json(), Json(true),
                         Json(31337), Json("canary")});
  return bad;
}

/// Returns all kinds of values that are not a masked term of this shape.
inline std::vector<dsne::Json> damaged_terms(const dsne::Json& term) {
  using dsne::Json;
  std::vector<Json> bad = with_damaged_members(term, "uint64");
  bad.insert(bad.end(), {term["uint64"], Json::array({term}), Json::object(), Json::array(), Json(),
                         Json(true), Json(31337), Json("canary")});
  return bad;
}

/// In place of a value of a message: it is not there.
inline const dsne::Json gone(dsne::Json::value_t::discarded);

/// Returns values of all kinds that cannot be in place of one of a message.
inline std::vector<dsne::Json> wrong_values(const dsne::Json& value) {
  using dsne::Json;
  if (dsne::is_packed(value)) return damaged(value);
  if (value.is_object() && value.contains("uint64")) return damaged_terms(value);
  std::vector<Json> others;
  for (const Json& other : {Json(), Json(true), Json("canary"), Json(31337), Json::array({31337}),
                            Json::array({"canary"}), Json{{"canary", 1}}}) {
    const bool both_numbers = other.is_number() && value.is_number();
    const bool both_lists = other.is_array() && value.is_array();
    if (other.type() != value.type() && !both_numbers && !both_lists) others.push_back(other);
  }
  if (value.is_array() && !value.empty()) {
    others.push_back(value);
    others.back()[0] = value[0].is_number() ? Json("canary") : Json(31337);
  }
  return others;
}

/// Returns a message with one value replaced, or gone.
inline dsne::Json with_value(dsne::Json message, const dsne::Json::json_pointer& place,
                             const dsne::Json& value) {
  if (value.is_discarded()) {
    REQUIRE(message[place.parent_pointer()].erase(place.back()) == 1);
  } else {
    message[place] = value;
  }
  return message;
}

/// Calls `use(pointer, value)` for every way in which a field of a message can be wrong or gone,
/// also of the objects in it.
template <typename Use>
void for_wrong_fields(const dsne::Json& message, const Use& use,
                      const dsne::Json::json_pointer& at = dsne::Json::json_pointer()) {
  for (const auto& [name, value] : message.items()) {
    const auto field = at / name;
    std::vector<dsne::Json> others = wrong_values(value);
    others.push_back(gone);
    for (const dsne::Json& other : others) use(field, other);
    const bool whole = dsne::is_packed(value) || value.contains("uint64");
    if (value.is_object() && !whole) for_wrong_fields(value, use, field);
  }
}
