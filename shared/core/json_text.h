#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json.h"

namespace dsne {

/// The deepest nesting that we read, more than any message or cache of ours has. Copying a document
/// that nests deeper could exhaust the stack.
inline constexpr int max_nested = 100;

/// Returns whether a text's arrays and objects nest deeper than `max_nested`.
bool nests_too_deeply(std::string_view text);

/// Parses a JSON document, several times as fast as Json::parse if its long texts are packed
/// numbers, and with the same result. @return nothing when the text is not JSON
std::optional<Json> parse_json(std::string_view text);

/// Returns the document in ASCII without spaces: the same text as Json::dump writes, but faster.
std::string to_ascii(const Json& document);

}  // namespace dsne
