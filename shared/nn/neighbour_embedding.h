#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"
#include "core/within.h"
#include "nn/network.h"

namespace dsne::nn {

// Contrastive neighbour embedding (Damrich et al. 2023; equation 1 of Li et al., FedNE, 2024). The
// ends of an edge attract each other. The tails of the batch's other edges stand for all points and
// repel its head. The similarity is the Cauchy kernel φ = 1 / (1 + d²).

/// Added to squared distances in repulsion, because −log(1 − φ) has no bound.
inline constexpr double repulsion_softening = 1e-4;

/// The gradient with respect to the coordinates of an edge's ends.
struct EdgeGradient {
  Matrix heads;
  Matrix tails;
};

/// Computes the gradient of the mean over a batch of edges of −log φ(head, tail) − repulsion · mean
/// of log(1 − φ(head, other tail)).
/// @param heads, tails the edges' ends on the map, one row per edge
EdgeGradient contrastive_gradient(const Matrix& heads, const Matrix& tails, double repulsion);

/// Computes the gradient of repulsion · the mean over heads and others of −log(1 − φ(head, other));
/// `tails` is the gradient for the others.
/// @param others coordinates (rows), none of them a head's own
EdgeGradient repulsion_gradient(const Matrix& heads, const Matrix& others, double repulsion);

/// The least step of a grid (Li et al. 2024).
inline constexpr double least_grid_step = 0.3;

/// The most points of a grid.
inline constexpr Eigen::Index most_grid_points = 16384;

/// Returns the most points along a side.
Eigen::Index most_grid_side(Eigen::Index dimensions);

/// Evenly spaced points over a square, or a cube, of the map.
struct Grid {
  RowVector low;          ///< its first point
  double step = 0;        ///< between neighbouring points
  Eigen::Index side = 0;  ///< points along each side

  Eigen::Index points() const;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    const Eigen::Index dimensions = self.low.size();
    visit("low", self.low, within::numbers(dimensions));
    visit("step", self.step, within::number(least_grid_step));
    visit("side", self.side, within::whole(2, most_grid_side(dimensions)));
  }
};

/// Returns the grid's points (in rows), the last dimension varying fastest.
Matrix grid_points(const Grid& grid);

/// Returns a grid around the mean that extends to three times the largest deviation. Its step is
/// the least one, or longer where the map is too wide.
Grid grid_over(const RowVector& mean, const RowVector& deviations);

/// Computes at each grid point the sum over `points` of the repulsion −log(1 − φ), smoothed to the
/// grid's resolution.
RowVector repulsion_on(const Grid& grid, const Matrix& points);

/// Computes the gradient of values on a grid by multilinear interpolation; 0 outside the grid.
/// @param at coordinates (rows)
Matrix slope_on(const Grid& grid, const RowVector& values, const Matrix& at);

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
