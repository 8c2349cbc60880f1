// What a node keeps between two steps, as JSON. Only the node itself reads it, and a digest guards
// it on its way through the orchestrator, so no value is checked again.
//
// A class describes its state once, for writing and for reading:
//
//     template <typename Self, typename Visit>
//     static void visit(Self& self, const Visit& visit) {
//       visit("iteration", self.iteration_);
//       visit("places", self.coordinates_);
//     }
//
// What travels between nodes says beside each field what it may hold (core/message.h).
#pragma once

#include <Eigen/Core>
#include <concepts>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"

namespace dsne {

/// A class with `visit`.
template <typename T>
concept Described = requires(T& value) {
  T::visit(value, [](const char*, auto&, const auto&...) {});
};

template <typename T>
concept EigenMatrix = std::derived_from<T, Eigen::MatrixBase<T>>;

/// Returns the JSON of a value: a described object, a matrix, a map or an optional of these, or
/// whatever nlohmann::json converts.
/// @throws Error when an entry of a matrix is not finite
template <typename T>
Json state_of(const T& value) {
  return value;
}
template <EigenMatrix T>
Json state_of(const T& value) {
  return pack(value.template cast<double>());
}
inline Json state_of(const Bytes32& value) { return to_hex(value); }
template <typename T>
Json state_of(const std::optional<T>& value);
template <typename T>
Json state_of(const std::map<std::string, T>& values);
template <Described T>
Json state_of(const std::vector<T>& values);
template <Described T>
Json state_of(const T& value) {
  Json state = Json::object();
  T::visit(value, [&state](const char* name, const auto& member, const auto&...) {
    state[name] = state_of(member);
  });
  return state;
}
template <typename T>
Json state_of(const std::optional<T>& value) {
  return value ? state_of(*value) : Json();
}
template <typename T>
Json state_of(const std::map<std::string, T>& values) {
  Json state = Json::object();
  for (const auto& [name, value] : values) state[name] = state_of(value);
  return state;
}
template <Described T>
Json state_of(const std::vector<T>& values) {
  Json state = Json::array();
  for (const T& value : values) state.push_back(state_of(value));
  return state;
}

/// Reads a member of what a node keeps.
/// @throws MessageError naming the member when it is missing, or `read` finds something else in it
void restore_member(const Json& state, const char* name,
                    const std::function<void(const Json& member)>& read);

/// Reads what `state_of` made of a value of the same type.
template <typename T>
void restore(const Json& state, T& value) {
  state.get_to(value);
}
template <EigenMatrix T>
void restore(const Json& state, T& value) {
  value = unpack(state).cast<typename T::Scalar>();
}
inline void restore(const Json& state, Bytes32& value) {
  const auto bytes = from_hex(state.get_ref<const std::string&>());
  if (!bytes) throw MessageError("what this node kept: a key is not one");
  value = *bytes;
}
template <typename T>
void restore(const Json& state, std::optional<T>& value);
template <typename T>
void restore(const Json& state, std::map<std::string, T>& values);
template <Described T>
void restore(const Json& state, std::vector<T>& values);
template <Described T>
void restore(const Json& state, T& value) {
  T::visit(value, [&state](const char* name, auto& member, const auto&...) {
    restore_member(state, name, [&member](const Json& kept) { restore(kept, member); });
  });
}
template <typename T>
void restore(const Json& state, std::optional<T>& value) {
  if (state.is_null()) return value.reset();
  restore(state, value.emplace());
}
template <typename T>
void restore(const Json& state, std::map<std::string, T>& values) {
  values.clear();
  for (const auto& item : state.items()) restore(item.value(), values[item.key()]);
}
template <Described T>
void restore(const Json& state, std::vector<T>& values) {
  values.clear();
  for (const Json& item : state) restore(item, values.emplace_back());
}

/// Returns a node's cache with a digest of its fields and of the program's version.
Json with_digest(Json cache);

/// Checks that digest.
/// @param what names the cache in the error
/// @throws MessageError when the cache is not as `with_digest` returned it, or is another version's
void check_digest(Json cache, std::string_view what);

}  // namespace dsne
