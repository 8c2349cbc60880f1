#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/hash.h"

namespace dsne::privacy {

/// The identities that a consortium's sites accept, by site name.
using AcceptedKeys = std::map<std::string, Bytes32>;

/// Returns the content of a roster's file: a JSON object with a name and a key for each site. All
/// sites share one file, so it also lists the reader's own key.
std::string to_text(const AcceptedKeys& roster);

/// Reads a roster's file.
/// @return nothing when it is malformed, empty, or lists a key twice
std::optional<AcceptedKeys> parse_accepted_keys(std::string_view text);

/// Returns a fingerprint for people to compare by telephone: 20 hexadecimal digits, in groups of
/// four, of the hash of the sorted keys.
std::string fingerprint(const std::set<Bytes32>& keys);

}  // namespace dsne::privacy
