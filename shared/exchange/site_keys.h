#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/json.h"

namespace dsne::exchange {

/// What a site shows of its keys.
struct SiteKeys {
  Bytes32 run{};                    ///< for this run only (privacy::RunKey)
  std::optional<Bytes32> identity;  ///< its long-term key (privacy::Identity), if it has one
};

/// All sites of a run, as the coordinator tells each of them.
struct Roster {
  std::map<std::string, SiteKeys> sites;
  Bytes32 run{};  ///< hash of all names and keys: says which run it is
};

Json to_json(const SiteKeys& keys);
Json to_json(const Roster& roster);

/// @throws MessageError when they are no keys
SiteKeys parse_site_keys(const Json& keys, std::string_view what);

/// Reads the roster that the coordinator sends.
/// @throws MessageError when it is none, a key is not canonical, or two sites have the same key
///   or identity
Roster parse_roster(const Json& roster, std::string_view what);

}  // namespace dsne::exchange
