// The maps of earlier rounds, as a node's cache keeps them.

#include "run/evolution.h"

#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const dsne::Json cache = dsne::Json::parse(bytes, nullptr, false);
  dsne::Json kept = dsne::run::kept_snapshots(cache, "the site's cache");
  const auto evolution = dsne::run::unpack_evolution(kept, 6, 2, "the site's cache");
  for (const dsne::run::Snapshot& snapshot : evolution) {
    require(snapshot.coordinates.rows() == 6 && snapshot.coordinates.cols() == 2);
    dsne::Json again = dsne::Json::array();
    if (snapshot.coordinates.allFinite()) {
      dsne::run::keep(snapshot, again, "the site's cache");
    }
  }
}
