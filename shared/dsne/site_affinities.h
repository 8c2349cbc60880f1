#pragma once

#include "dsne/method.h"

namespace dsne {

/// [own; reference], one below the other.
Matrix stacked(const Matrix& own, const Matrix& reference);

/// A site's joint affinities over [own; reference], from the memo where it has them.
Affinities site_affinities(const SiteProblem& problem);

}  // namespace dsne
