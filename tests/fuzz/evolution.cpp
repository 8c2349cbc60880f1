// The maps of earlier rounds, as a node's cache keeps them.

#include "federated/evolution.h"

#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const dsne::Json cache = dsne::Json::parse(bytes, nullptr, false);
  dsne::Json kept = dsne::federated::kept_moments(cache, "the site's cache");
  const auto evolution = dsne::federated::unpack_evolution(kept, 6, 2, "the site's cache");
  for (const dsne::federated::MapMoment& moment : evolution) {
    require(moment.places.rows() == 6 && moment.places.cols() == 2);
    dsne::Json again = dsne::Json::array();
    if (moment.places.allFinite()) dsne::federated::keep(moment, again, "the site's cache");
  }
}
