#pragma once

#include "dsne/method.h"

namespace dsne {

/// A site's joint affinities over [own; reference] (own points first), from the memo where it has
/// them.
Affinities site_affinities(const SiteProblem& problem);

}  // namespace dsne
