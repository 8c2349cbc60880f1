#pragma once

#include <cstdint>
#include <vector>

#include "nn/adam.h"
#include "nn/network.h"
#include "nn/repulsion_grid.h"

namespace dsne::nn {

/// A network of one hidden layer that learns how strongly some subjects repel each place of the map
/// (Li et al., FedNE, 2024, equation 8). Places are given to it by where they lie on a grid, −1 to
/// 1 along each side.
struct RepulsionSurrogate {
  Network network;  ///< its output is in units of the mean over the grid
  Adam adam;
};

/// The widths of its layers, on a map of so many dimensions.
std::vector<Eigen::Index> surrogate_widths(Eigen::Index dimensions);

/// One that has learned nothing, the same at every site.
RepulsionSurrogate new_surrogate(Eigen::Index dimensions);

/// Trains it further, by the mean squared error, on the values at a grid's points.
/// @param values as repulsion_on gives them
/// @param seed of the points that are drawn
void tune(RepulsionSurrogate& surrogate, const Grid& grid, const RowVector& values,
          std::uint64_t seed);

/// The network of a surrogate with its output in other units.
Network in_units(const RepulsionSurrogate& surrogate, double unit);

/// How what a network makes of places changes with these; 0 where it says less than 0, which no
/// repulsion is, and outside the grid. @param at places (rows)
Matrix surrogate_slope(const Network& network, const Grid& grid, const Matrix& at);

}  // namespace dsne::nn
