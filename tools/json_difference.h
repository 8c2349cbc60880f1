#pragma once

#include <optional>
#include <string>

#include "core/json.h"

namespace dsne::tools {

/// The first difference of two JSON documents.
struct JsonDifference {
  std::string pointer;  ///< its location as a JSON pointer (RFC 6901); "" is the whole document
  std::string kind;     ///< the kind of difference, without any value
};

/// Finds the first difference, in the order of arrays and of objects' sorted keys.
/// @return nothing if the documents have the same values
std::optional<JsonDifference> first_difference(const Json& expected, const Json& actual);

}  // namespace dsne::tools
