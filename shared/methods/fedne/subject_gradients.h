#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/matrix.h"
#include "nn/network.h"

namespace dsne::methods {

// What each subject by itself would have the map's network change: the form of method fedne's loss
// in which a subject's part is made of its own record, the network and the reference, and of
// nothing else.

/// The reference as subjects see it: where the network puts it, and what it is given of it.
struct ReferenceOnMap {
  Matrix inputs;
  Matrix places;
};

ReferenceOnMap reference_on_map(const nn::Network& network, const Matrix& reference_inputs);

/// For each subject its nearest points of the reference, one subject after the other:
/// neighbours_per_point of them, or all where there are fewer.
std::vector<Eigen::Index> nearest_in_reference(const Matrix& inputs,
                                               const Matrix& reference_inputs);

/// How a point's loss changes with the network's weights, one point after the other: the mean over
/// its neighbours of −log φ − repulsion_strength · the mean over the reference of log(1 − φ), where
/// the reference's places count as fixed. Nothing of a point depends on the other points.
/// @param neighbours in the reference, as nearest_in_reference gives them
void for_each_gradient(const nn::Network& network, const Matrix& inputs,
                       const std::vector<Eigen::Index>& neighbours, const ReferenceOnMap& reference,
                       const std::function<void(const RowVector&)>& use);

/// What the reference's own points, each among the others, would have the network change.
struct ReferencePull {
  double length = 0;  ///< the middle one of their gradients' lengths; above 0
  RowVector sum;      ///< of the gradients, each cut to that length
};

/// @param noise deviation of what is added to the points' inputs @param seed of that
ReferencePull reference_pull(const nn::Network& network, const Matrix& reference_inputs,
                             double noise, std::uint64_t seed);

/// Inputs with noise on them, as in training: it is no privacy.
Matrix blurred(const Matrix& inputs, double noise, std::uint64_t seed);

}  // namespace dsne::methods
