#pragma once

#include <string_view>

#include "core/json.h"
#include "methods/parameters.h"
#include "methods/site_subjects.h"
#include "nn/network.h"

namespace dsne::methods {

// The network that method fedne trains, as all of a run's nodes and `dsne place` use it.

/// The file in a site's output folder that holds it, when the run is over.
inline constexpr const char* map_network_file = "map_network.json";

/// No weight of an honest run's network is larger.
inline constexpr double weight_bound = 1000;

/// The widths of a run's network: three hidden layers of the same width.
std::vector<Eigen::Index> map_widths(const Parameters& parameters, Eigen::Index features);

/// The network that a run starts from: every node makes the same one.
nn::Network initial_network(const Parameters& parameters, Eigen::Index features);

/// What the network is given of points: their difference from the reference's mean, in units in
/// which the reference's points are, in the mean square, √features from it; within ±100.
/// @param points, reference preprocessed
Matrix network_inputs(const Matrix& points, const Matrix& reference);

/// A member that must be the weights of a network of these widths, as pack(network.weights) makes
/// it. @throws MessageError when it is not, or one is beyond weight_bound
nn::Network network_field(const Json& object, const std::string& name,
                          const std::vector<Eigen::Index>& widths, std::string_view what);

/// The network with its widths, for its file.
Json to_json(const nn::Network& network);

/// What that gives: at least two widths. @throws MessageError when it is damaged
nn::Network parse_network(const Json& object, std::string_view what);

/// Where a network puts points. @param points, reference preprocessed
Matrix placed_by(const nn::Network& network, const Matrix& points, const Matrix& reference);

}  // namespace dsne::methods
