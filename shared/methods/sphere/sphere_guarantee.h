#pragma once

#include "core/matrix.h"
#include "exchange/noisy_sum.h"
#include "methods/parameters.h"

namespace dsne::methods {

// The group's network with a guarantee: one sum of all subjects' networks, each brought to the same
// length, with noise that the sites add together. docs/privacy.md has the proof.

/// A subject's part in the sum: its network as whole numbers, first the one that stands for the
/// whole diagonal, then those above it row by row, together no longer than whole_length. The
/// product of two such vectors is that of the networks, which have no eigenvalue below 0: so they
/// are never at more than a right angle.
/// @param pairs the network's values above the diagonal; any numbers, and NaN
RowVector whole_network(const RowVector& pairs, Eigen::Index regions);

/// How many numbers that are.
Eigen::Index whole_network_size(Eigen::Index regions);

/// The sum, with what it may cost.
exchange::NoisySum network_sum(const Parameters& parameters, Eigen::Index regions);

/// What a noisy sum tells of the group.
struct NoisyNetwork {
  RowVector pairs;   ///< the mean correlations, networks counting by one over their length
  double noise = 0;  ///< the standard deviation of the noise on each
};

/// @param sum of whole networks, with the noise of so many sites
NoisyNetwork noisy_network(const RowVector& sum, const Parameters& parameters, Eigen::Index sites,
                           Eigen::Index regions, Eigen::Index subjects);

/// What the standard deviation of the noise on a correlation can be, whatever the networks are.
struct NoiseRange {
  double least = 0;
  double most = 0;
};

NoiseRange noise_range(const Parameters& parameters, Eigen::Index sites, Eigen::Index regions,
                       Eigen::Index subjects);

}  // namespace dsne::methods
