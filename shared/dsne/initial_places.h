#pragma once

#include "dsne/method.h"

namespace dsne {

/// A t-SNE map of the reference alone (reference_points × no_dims). It begins at random places when
/// `initialization` is random, else along the principal components.
Matrix reference_map(const CoordinatorProblem& problem);

/// Where the reference starts, as `initialization` says: at random, along its principal components,
/// or on its t-SNE map (reference_points × no_dims).
Matrix initial_reference_places(const CoordinatorProblem& problem);

/// Where a site's own points start, as `private_start` says (own_points × no_dims).
Matrix initial_own_places(const SiteProblem& problem, const Matrix& reference_places);

}  // namespace dsne
