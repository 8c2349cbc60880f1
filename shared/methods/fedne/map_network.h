#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "methods/method.h"
#include "methods/parameters.h"
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

// Training of the network on a site's own subjects, between two messages.

/// The neighbours of each point to which it has edges.
inline constexpr Eigen::Index neighbours_per_point = 7;

/// The weight of repulsion relative to attraction: that of five negative samples per edge.
inline constexpr double repulsion_strength = 5;

/// Returns each point's nearest others, point after point: neighbours_per_point of them, or all if
/// there are fewer.
std::vector<Eigen::Index> neighbours_of(const Matrix& inputs);

/// Returns the reference points that stand for other sites' subjects in an epoch: all, or 500 drawn
/// with the seed if there are more.
Matrix stand_ins_among(const Matrix& reference, std::uint64_t seed);

/// Computes the gradient of the other sites' total repulsion at positions (rows).
using OthersSlope = std::function<Matrix(const Matrix& places)>;

/// The settings of an epoch.
struct Epoch {
  double learning_rate = 0.001;
  Eigen::Index batch = 512;   ///< edges
  double mixing = 0;          ///< α of Beta(α, α); 0: none
  double proximal = 0;        ///< μ of FedProx; 0: none
  double noise = 0;           ///< deviation of the noise on the inputs
  Eigen::Index subjects = 0;  ///< at all sites
  OthersSlope others = {};    ///< if empty, the own points, with stand_ins if given, stand for all
  Matrix stand_ins = {};   ///< points that stand for the other sites' subjects, as network inputs
  std::uint64_t seed = 0;  ///< of the order of edges, and of mixing
};

/// Trains once on the edges from each point to its neighbours, in batches. With mixing, an edge
/// leads to a random point between the point and its neighbour, drawn anew in each epoch.
/// @param neighbours from neighbours_of
void train(nn::Network& network, nn::Adam& adam, const Matrix& inputs,
           const std::vector<Eigen::Index>& neighbours, const Epoch& epoch);

/// Computes the gradient of the mean loss over the same batches with respect to the weights; 0
/// without edges.
RowVector epoch_gradient(const nn::Network& network, const Matrix& inputs,
                         const std::vector<Eigen::Index>& neighbours, const Epoch& epoch);

}  // namespace dsne::methods
