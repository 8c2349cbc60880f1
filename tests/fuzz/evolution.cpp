// The maps of earlier rounds, as a node's cache keeps them.

#include "federated/evolution.h"

#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const dsne::Json cache = dsne::Json::parse(bytes, nullptr, false);
  dsne::Json kept = dsne::federated::kept_snapshots(cache, "the site's cache");
  const auto evolution = dsne::federated::unpack_evolution(kept, 6, 2, "the site's cache");
  for (const dsne::federated::Snapshot& snapshot : evolution) {
    require(snapshot.coordinates.rows() == 6 && snapshot.coordinates.cols() == 2);
    dsne::Json again = dsne::Json::array();
    if (snapshot.coordinates.allFinite()) {
      dsne::federated::keep(snapshot, again, "the site's cache");
    }
  }
}
