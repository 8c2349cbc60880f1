#pragma once

#include "federated/method.h"

namespace dsne::federated {

/// A site's joint affinities over [own; reference] (own points first), from the disk cache where it
/// has them.
tsne::Affinities site_affinities(const SiteProblem& problem);

}  // namespace dsne::federated
