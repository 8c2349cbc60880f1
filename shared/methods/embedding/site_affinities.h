#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Returns a site's joint affinities over [own; reference] (own points first), from the disk cache
/// if it has them.
tsne::Affinities site_affinities(const SiteProblem& problem);

}  // namespace dsne::methods
