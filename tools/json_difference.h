#pragma once

#include <optional>
#include <string>

#include "core/json.h"

namespace dsne::tools {

/// The first place where two JSON documents differ.
struct JsonDifference {
  std::string pointer;  ///< the place as a JSON pointer (RFC 6901); "" is the whole document
  std::string kind;     ///< how they differ there, without any value
};

/// Compares in the order of arrays, and of objects' sorted keys.
/// @return nothing when the documents have the same values
std::optional<JsonDifference> first_difference(const Json& expected, const Json& actual);

}  // namespace dsne::tools
