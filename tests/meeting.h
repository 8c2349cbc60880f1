#pragma once

#include <map>
#include <string>

#include "exchange/site_sums.h"

/// Lets sites meet by name, like a coordinator that follows the protocol.
inline void meet(std::map<std::string, dsne::exchange::SiteSums>& sites) {
  dsne::Json keys = dsne::Json::object();
  for (const auto& [name, sums] : sites) keys[name] = to_json(sums.keys());
  for (auto& [name, sums] : sites) sums.meet(dsne::exchange::parse_roster(keys, "keys"));
}
