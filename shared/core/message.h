// Messages between nodes, as structs. A struct names each of its fields once, with what it may
// hold; writing, and reading with every check, come from there.
//
//     template <typename Self, typename Visit>
//     static void visit(Self& self, const Visit& visit) {
//       visit("sha256", self.digest, within::text(is_sha256, "is not a digest"));
//       visit("points", self.points, within::whole(1, most_points));
//       visit("places", self.places, within::packed(self.points, self.dimensions));
//       visit("signature", self.signature, within::text());  // an optional one may be missing
//     }
//
// What a shape depends on is in the struct before it is read, or in a field above.
#pragma once

#include <algorithm>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/within.h"

namespace dsne {

namespace within {

/// A matrix as `pack` writes it, of numbers in a range.
struct PackedRange {
  Eigen::Index rows, columns;
  double least, most;
};
constexpr PackedRange packed_range(Eigen::Index rows, Eigen::Index columns, double least,
                                   double most) {
  return {rows, columns, least, most};
}

}  // namespace within

/// A struct with such a `visit`.
template <typename T>
concept MessageStruct = requires(T& value) {
  T::visit(value, [](const char*, auto&, auto...) {});
};

/// Returns a struct as JSON.
template <MessageStruct T>
Json to_message(const T& value);

/// Reads a struct.
/// @param blank holds what shapes depend on
/// @throws MessageError naming `what` and the field, when one is missing or not what it may be
template <MessageStruct T>
T parse_message(const Json& object, std::string_view what, T blank = {});

namespace message {

/// @throws MessageError when `object` is none
void check_object(const Json& object, std::string_view what);

/// What a struct's fields are written by.
struct Writer {
  Json& object;

  template <typename T, typename Bound = within::Anything>
  void operator()(const char* name, const T& value, const Bound& bound = {}) const {
    object[name] = json_of(value, bound);
  }
  template <typename T, typename Bound = within::Anything>
  void operator()(const char* name, const std::optional<T>& value, const Bound& bound = {}) const {
    if (value) object[name] = json_of(*value, bound);
  }
  template <typename T, typename Bound>
  void operator()(const char* name, const T& values, const within::OrMissing<Bound>& bound) const {
    if (!values.empty()) object[name] = json_of(values, bound.bound);
  }
  template <typename T, typename Bound>
  void operator()(const char* name, const std::optional<T>& value,
                  const within::OrNull<Bound>& bound) const {
    object[name] = value ? json_of(*value, bound.bound) : Json();
  }

  template <typename T, typename Bound>
  static Json json_of(const T& value, const Bound& /*bound*/) {
    return value;
  }
  template <MessageStruct T>
  static Json json_of(const T& value, const within::Anything& /*bound*/) {
    return to_message(value);
  }
  template <typename T>
  static Json json_of(const std::vector<T>& values, const within::AtMost& /*bound*/) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(to_message(value));
    return list;
  }
  template <typename T>
  static Json json_of(const std::map<std::string, T>& values, const within::AtMost& /*bound*/) {
    Json object = Json::object();
    for (const auto& [name, value] : values) object[name] = to_message(value);
    return object;
  }
  template <typename T, std::size_t size>
  static Json json_of(const T& value, const within::Words<T, size>& words) {
    for (const auto& [word, meaning] : words.all) {
      if (meaning == value) return word;
    }
    return {};
  }
  static Json json_of(const Bytes32& value, const within::Anything& /*bound*/) {
    return to_hex(value);
  }
  static Json json_of(const Matrix& value, const within::Packed& /*bound*/) { return pack(value); }
  static Json json_of(const Matrix& value, const within::PackedRange& /*bound*/) {
    return pack(value);
  }
  static Json json_of(const RowVector& value, const within::Numbers& /*bound*/) {
    return json_array(value);
  }
  static Json json_of(const Vector& value, const within::Numbers& /*bound*/) {
    return json_array(RowVector(value.transpose()));
  }
  template <typename T>
  static Json json_of(const T& values, const within::Wholes& /*bound*/) {
    return std::vector<std::int64_t>(values.begin(), values.end());
  }
  static Json json_of(const Matrix& value, const within::Rows& /*bound*/) {
    Json rows = Json::array();
    for (const auto& row : value.rowwise()) rows.push_back(json_array(RowVector(row)));
    return rows;
  }
};

/// What a struct's fields are read and checked by.
struct Reader {
  const Json& object;
  std::string_view what;

  template <typename T, typename Bound = within::Anything>
  void operator()(const char* name, T& value, const Bound& bound = {}) const {
    read(name, value, bound);
  }
  template <typename T, typename Bound = within::Anything>
  void operator()(const char* name, std::optional<T>& value, const Bound& bound = {}) const {
    if (object.contains(name)) read(name, value.emplace(), bound);
  }
  template <typename T, typename Bound>
  void operator()(const char* name, T& values, const within::OrMissing<Bound>& bound) const {
    if (!object.contains(name)) return;
    read(name, values, bound.bound);
    if (values.empty()) refuse(name, "is empty");
  }
  template <typename T, typename Bound>
  void operator()(const char* name, std::optional<T>& value,
                  const within::OrNull<Bound>& bound) const {
    if (!field(object, name, what).is_null()) read(name, value.emplace(), bound.bound);
  }

  [[noreturn]] void refuse(const std::string& name, const std::string& why) const {
    throw MessageError(std::string(what) + ": " + name + " " + why);
  }

  void read(const char* name, Json& value, const within::Anything& /*bound*/) const {
    value = field(object, name, what);
  }
  void read(const char* name, bool& value, const within::Anything& /*bound*/) const {
    value = flag_field(object, name, what);
  }
  void read(const char* name, Bytes32& value, const within::Anything& /*bound*/) const {
    const auto key = from_hex(text_field(object, name, what));
    if (!key) refuse(name, "is not a key");
    value = *key;
  }
  template <MessageStruct T>
  void read(const char* name, T& value, const within::Anything& /*bound*/) const {
    value = parse_message(field(object, name, what), what, std::move(value));
  }
  template <std::integral T>
  void read(const char* name, T& value, const within::Whole& range) const {
    value = static_cast<T>(integer_field(object, name, range.least, range.most, what));
  }
  template <std::integral T>
  void read(const char* name, std::vector<T>& values, const within::Wholes& list) const {
    const auto read =
        integers_field(object, name, list.size, list.each.least, list.each.most, what);
    values.assign(read.begin(), read.end());
  }
  template <typename T>
  requires std::integral<typename T::Scalar>
  void read(const char* name, T& values, const within::Wholes& list) const {
    std::vector<std::int64_t> read;
    this->read(name, read, list);
    values =
        Eigen::Map<const Eigen::Matrix<std::int64_t, Eigen::Dynamic, 1>>(read.data(), list.size)
            .template cast<typename T::Scalar>();
  }
  void read(const char* name, double& value, const within::Number& range) const {
    value = number_field(object, name, what);
    if (value < range.least || value > range.most) refuse(name, "is out of range");
  }
  void read(const char* name, std::vector<double>& values, const within::Number& range) const;
  void read(const char* name, std::map<std::string, std::string>& values,
            const within::Text& text) const;
  void read(const char* name, Matrix& value, const within::Packed& shape) const {
    value = matrix_field(object, name, shape.rows, shape.columns, what);
  }
  void read(const char* name, Matrix& value, const within::PackedRange& shape) const {
    value = matrix_field(object, name, shape.rows, shape.columns, what);
    const bool fits = ((value.array() >= shape.least) && (value.array() <= shape.most)).all();
    if (!fits) refuse(name, "is out of range");
  }
  void read(const char* name, RowVector& value, const within::Numbers& list) const {
    value = vector_field(object, name, list.size, what);
  }
  void read(const char* name, Vector& value, const within::Numbers& list) const {
    value = vector_field(object, name, list.size, what).transpose();
  }
  void read(const char* name, std::vector<std::string>& values, const within::Texts& list) const {
    values = labels_field(object, name, list.size, what);
  }
  void read(const char* name, Matrix& value, const within::Rows& shape) const;
  void read(const char* name, std::string& value, const within::Text& text) const {
    value = text_field(object, name, what);
    if (!text.fits(value)) refuse(name, text.otherwise);
  }
  void read(const char* name, std::vector<std::string>& values, const within::Text& text) const;
  template <typename T, std::size_t size>
  void read(const char* name, T& value, const within::Words<T, size>& words) const {
    const std::string given = text_field(object, name, what);
    const auto found =
        std::ranges::find(words.all, given, [](const auto& word) { return word.first; });
    if (found == words.all.end()) refuse(name, "is none of the words that it may be");
    value = found->second;
  }
  template <MessageStruct T>
  void read(const char* name, std::vector<T>& values, const within::AtMost& most) const {
    const Json& list = field(object, name, what);
    if (!list.is_array() || list.size() > most.number) refuse(name, "is no list, or too long");
    for (const Json& each : list) values.push_back(parse_message<T>(each, what));
  }
  template <MessageStruct T>
  void read(const char* name, std::map<std::string, T>& values, const within::AtMost& most) const {
    const Json& all = field(object, name, what);
    if (!all.is_object() || all.size() > most.number) refuse(name, "is no object, or too large");
    for (const auto& [key, each] : all.items()) values[key] = parse_message<T>(each, what);
  }
};

}  // namespace message

template <MessageStruct T>
Json to_message(const T& value) {
  Json object = Json::object();
  T::visit(value, message::Writer{object});
  return object;
}

template <MessageStruct T>
T parse_message(const Json& object, std::string_view what, T blank) {
  message::check_object(object, what);
  T::visit(blank, message::Reader{object, what});
  return blank;
}

}  // namespace dsne
