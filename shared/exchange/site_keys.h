#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/digest.h"
#include "core/json.h"

namespace dsne::exchange {

/// A site's public keys.
struct SiteKeys {
  Bytes32 run{};                    ///< for this run only (privacy::RunKey)
  std::optional<Bytes32> identity;  ///< its long-term key (privacy::Identity), if it has one
};

/// All sites of a run, as the coordinator sends them to each site.
struct Roster {
  std::map<std::string, SiteKeys> sites;
  Bytes32 run{};  ///< hash of all names and keys; identifies the run
};

/// Returns a member that must be 64 hexadecimal digits. @throws MessageError otherwise
Bytes32 key_field(const Json& object, const std::string& name, std::string_view what);

Json to_json(const SiteKeys& keys);
Json to_json(const Roster& roster);

/// Reads a site's public keys. @throws MessageError when they are malformed
SiteKeys parse_site_keys(const Json& keys, std::string_view what);

/// Reads the roster that the coordinator sends.
/// @throws MessageError when it is malformed, a key is not canonical, or two sites have the same
///   key or identity
Roster parse_roster(const Json& roster, std::string_view what);

}  // namespace dsne::exchange
