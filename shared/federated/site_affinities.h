#pragma once

#include "federated/method.h"

namespace dsne::federated {

/// A site's joint affinities over [own; reference] (own points first), from the disk cache where it
/// has them.
tsne::Affinities site_affinities(const SiteProblem& problem);

/// @param points that there are affinities between
/// @param whose what these are, in the error
/// @throws InputError with the largest perplexity when the run's is larger than so few allow
void check_perplexity(const Parameters& parameters, Eigen::Index points, const std::string& whose);

}  // namespace dsne::federated
