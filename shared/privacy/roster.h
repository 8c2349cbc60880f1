#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/hash.h"

namespace dsne::privacy {

/// The identities that a consortium's sites accept, by the sites' names for people.
using AcceptedKeys = std::map<std::string, Bytes32>;

/// Returns the roster as its file has it: a JSON object with a name and a key for each site. The
/// same file serves all sites, so it lists the reader's own key too.
std::string to_text(const AcceptedKeys& roster);

/// Reads such a file.
/// @return nothing when it is no such object, is empty, or lists one key twice
std::optional<AcceptedKeys> parse_accepted_keys(std::string_view text);

/// Returns what people compare by telephone: 20 hexadecimal digits, in groups of four, of the hash
/// of the keys in order. Names and order of the file do not matter.
std::string fingerprint(const std::set<Bytes32>& keys);

}  // namespace dsne::privacy
