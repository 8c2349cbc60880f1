#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json.h"

namespace dsne {

/// Arrays and objects in each other, more than in any message or cache of ours: to copy a document
/// that nests deeper could exhaust the stack.
inline constexpr int max_nested = 100;

/// Whether a text's arrays and objects lie in each other deeper than that.
bool nests_too_deeply(std::string_view text);

/// Reads a JSON document whose long texts are mostly packed numbers, several times as fast as
/// Json::parse and with the same result. @return nothing when it is no JSON
std::optional<Json> parse_json(std::string_view text);

/// The document in ASCII, without spaces: the same text as Json::dump writes, in less time.
std::string to_ascii(const Json& document);

}  // namespace dsne
