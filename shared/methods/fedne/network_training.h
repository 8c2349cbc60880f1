#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "nn/adam.h"
#include "nn/network.h"

namespace dsne::methods {

// How a site trains the network on its own subjects, between two messages.

/// Neighbours of each point among whose ends edges are.
inline constexpr Eigen::Index neighbours_per_point = 7;

/// How much stronger the repulsion from everyone is than the attraction along an edge: as from five
/// negative samples for each edge.
inline constexpr double repulsion_strength = 5;

/// For each point its nearest others, one point after the other: neighbours_per_point of them, or
/// all where there are fewer.
std::vector<Eigen::Index> neighbours_of(const Matrix& inputs);

/// Points of the reference that stand for other sites' subjects in an epoch: all, or where these
/// are many 500 drawn with the seed.
Matrix stand_ins_among(const Matrix& reference, std::uint64_t seed);

/// How the repulsion of the other sites' subjects, of all together, changes with the place on the
/// map, for places in rows.
using OthersSlope = std::function<Matrix(const Matrix& places)>;

/// What an epoch is made with.
struct Epoch {
  double learning_rate = 0.001;
  Eigen::Index batch = 512;   ///< edges
  double mixing = 0;          ///< α of Beta(α, α); 0: none
  double proximal = 0;        ///< μ of FedProx; 0: none
  double noise = 0;           ///< deviation of what is added to the inputs
  Eigen::Index subjects = 0;  ///< at all sites
  OthersSlope others = {};    ///< nothing: the own points stand for all, or with these stand_ins
  Matrix stand_ins = {};   ///< points that stand for the other sites' subjects, as network inputs
  std::uint64_t seed = 0;  ///< of the order of edges, and of what is mixed
};

/// Goes once through the edges from each point to its neighbours, in batches, and with mixing to a
/// point between it and one of them, drawn anew in each epoch.
/// @param neighbours as neighbours_of gives them
void train(nn::Network& network, nn::Adam& adam, const Matrix& inputs,
           const std::vector<Eigen::Index>& neighbours, const Epoch& epoch);

/// How the mean loss over the same batches changes with the network's weights; 0 without edges.
RowVector epoch_gradient(const nn::Network& network, const Matrix& inputs,
                         const std::vector<Eigen::Index>& neighbours, const Epoch& epoch);

}  // namespace dsne::methods
