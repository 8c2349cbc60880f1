#pragma once

#include <cstdint>
#include <vector>

#include "nn/adam.h"
#include "nn/network.h"
#include "nn/repulsion_grid.h"

namespace dsne::nn {

/// A network of one hidden layer that learns how strongly a site's subjects repel each position of
/// the map (Li et al., FedNE, 2024, equation 8). Its input is the position on a grid, from −1 to 1
/// along each side.
struct RepulsionSurrogate {
  Network network;  ///< its output is in units of the mean over the grid
  Adam adam;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("network", self.network);
    visit("adam", self.adam);
  }
};

/// Returns the widths of its layers for a map's number of dimensions.
std::vector<Eigen::Index> surrogate_widths(Eigen::Index dimensions);

/// Returns an untrained surrogate, the same at every site.
RepulsionSurrogate new_surrogate(Eigen::Index dimensions);

/// Trains a surrogate on the values at a grid's points, by the mean squared error.
/// @param values from `repulsion_on`
/// @param seed draws the training points
void tune(RepulsionSurrogate& surrogate, const Grid& grid, const RowVector& values,
          std::uint64_t seed);

/// Returns a surrogate's network with its output scaled to another unit.
Network in_units(const RepulsionSurrogate& surrogate, double unit);

/// Computes the gradient of a network's output with respect to the position; 0 where the output is
/// negative, since no repulsion is, and outside the grid. @param at coordinates (rows)
Matrix surrogate_slope(const Network& network, const Grid& grid, const Matrix& at);

}  // namespace dsne::nn
