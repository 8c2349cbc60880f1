#pragma once

#include "core/matrix.h"
#include "exchange/site_sums.h"
#include "methods/parameters.h"

namespace dsne::methods {

// The group's network with a guarantee: one sum of all subjects' networks, each scaled to the same
// length, with noise that the sites add together. docs/privacy.md has the proof.

/// Returns a subject's part of the sum: its network as whole numbers, together no longer than
/// whole_length. The first number stands for the whole diagonal, the others for the entries above
/// it, row by row. The inner product of two such vectors is that of the networks. Networks have no
/// negative eigenvalues, so their angle is never above 90°.
/// @param pairs the network's values above the diagonal; any numbers, and NaN
RowVector whole_network(const RowVector& pairs, Eigen::Index regions);

/// Returns how many numbers that is.
Eigen::Index whole_network_size(Eigen::Index regions);

/// Returns the sum with its cost.
exchange::NoisySum network_sum(const Parameters& parameters);

/// What a noisy sum tells of the group.
struct NoisyNetwork {
  RowVector pairs;   ///< the mean correlations; a network's weight is the inverse of its length
  double noise = 0;  ///< the standard deviation of the noise on each
};

/// Computes the group's network. @param sum of whole networks, with the noise of `sites` sites
NoisyNetwork noisy_network(const RowVector& sum, const Parameters& parameters, Eigen::Index sites,
                           Eigen::Index regions, Eigen::Index subjects);

struct NumberRange {
  double least = 0;
  double most = 0;
};

/// Returns the possible range of the noise's standard deviation on a correlation, for any networks.
NumberRange noise_range(const Parameters& parameters, Eigen::Index sites, Eigen::Index regions,
                        Eigen::Index subjects);

}  // namespace dsne::methods
