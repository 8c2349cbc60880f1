#pragma once

#include <map>
#include <string>

#include "federated/sums/site_sums.h"

/// Lets sites meet by name, as a coordinator does that keeps to the protocol.
inline void meet(std::map<std::string, dsne::federated::SiteSums>& sites) {
  dsne::Json keys = dsne::Json::object();
  for (const auto& [name, sums] : sites) keys[name] = to_json(sums.keys());
  for (auto& [name, sums] : sites) sums.meet(dsne::federated::parse_roster(keys, "keys"));
}
