#pragma once

#include <string_view>

#include "core/json.h"
#include "methods/parameters.h"
#include "methods/site_subjects.h"
#include "nn/network.h"

namespace dsne::methods {

// The network of method fedne.

/// The largest weight of an honest run's network.
inline constexpr double weight_bound = 1000;

/// Returns the widths of a run's network: three hidden layers of the same width.
std::vector<Eigen::Index> map_widths(const Parameters& parameters, Eigen::Index features);

/// Returns the network that a run starts from, the same at every node.
nn::Network initial_network(const Parameters& parameters, Eigen::Index features);

/// What the network is given of points: their difference from the reference's mean, in units in
/// which the reference's points are, in the mean square, √features from it; within ±100.
/// @param points, reference preprocessed
Matrix network_inputs(const Matrix& points, const Matrix& reference);

/// Returns a member that must be the weights of a network of these widths, written by
/// pack(network.weights). @throws MessageError when it is not, or one is beyond weight_bound
nn::Network network_field(const Json& object, const std::string& name,
                          const std::vector<Eigen::Index>& widths, std::string_view what);

/// Places points by a network. @param points, reference preprocessed
Matrix placed_by(const nn::Network& network, const Matrix& points, const Matrix& reference);

}  // namespace dsne::methods
