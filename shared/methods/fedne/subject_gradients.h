#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/matrix.h"
#include "nn/network.h"

namespace dsne::methods {

// The gradient of each single subject: a form of method fedne's loss in which a subject's part
// depends only on its own record, the network and the reference.

/// The reference's network inputs and positions.
struct ReferenceOnMap {
  Matrix inputs;
  Matrix places;
};

ReferenceOnMap reference_on_map(const nn::Network& network, const Matrix& reference_inputs);

/// Returns each subject's nearest reference points, subject after subject: neighbours_per_point of
/// them, or all if there are fewer.
std::vector<Eigen::Index> nearest_in_reference(const Matrix& inputs,
                                               const Matrix& reference_inputs);

/// Computes, point after point, the gradient of the point's loss with respect to the weights. The
/// loss is the mean over its neighbours of −log φ − repulsion_strength · the mean over the
/// reference of log(1 − φ), with the reference's positions fixed. It does not depend on other
/// points.
/// @param neighbours in the reference, from nearest_in_reference
void for_each_gradient(const nn::Network& network, const Matrix& inputs,
                       const std::vector<Eigen::Index>& neighbours, const ReferenceOnMap& reference,
                       const std::function<void(const RowVector&)>& use);

/// The gradient of the reference's own points, each among the others.
struct ReferencePull {
  double length = 0;  ///< the median of their gradients' lengths; above 0
  RowVector sum;      ///< of the gradients, each cut to that length
};

/// Computes that gradient. @param noise deviation of the noise on the points' inputs
/// @param seed of the noise
ReferencePull reference_pull(const nn::Network& network, const Matrix& reference_inputs,
                             double noise, std::uint64_t seed);

/// Adds noise to inputs, as in training. It does not protect privacy.
Matrix blurred(const Matrix& inputs, double noise, std::uint64_t seed);

}  // namespace dsne::methods
