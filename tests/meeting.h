#pragma once

#include <map>
#include <string>

#include "core/message.h"
#include "exchange/site_sums.h"

/// Lets sites meet by name, like a coordinator that follows the protocol.
inline void meet(std::map<std::string, dsne::exchange::SiteSums>& sites) {
  dsne::Json keys = dsne::Json::object();
  for (const auto& [name, sums] : sites) keys[name] = dsne::to_message(sums.keys());
  for (auto& [name, sums] : sites) sums.meet(dsne::exchange::parse_roster(keys, "keys"));
}
