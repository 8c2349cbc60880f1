#pragma once

#include "core/matrix.h"

namespace dsne::nn {

/// Evenly spaced points over a square, or a cube, of the map.
struct Grid {
  RowVector low;          ///< its first point
  double step = 0;        ///< between neighbouring points
  Eigen::Index side = 0;  ///< points along each side

  Eigen::Index points() const;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("low", self.low);
    visit("step", self.step);
    visit("side", self.side);
  }
};

/// The least step of a grid (Li et al. 2024).
inline constexpr double least_grid_step = 0.3;

/// The most points of a grid.
inline constexpr Eigen::Index most_grid_points = 16384;

/// Returns the grid's points (in rows), the last dimension varying fastest.
Matrix grid_points(const Grid& grid);

/// Returns the most points along a side.
Eigen::Index most_grid_side(Eigen::Index dimensions);

/// Returns a grid around the mean that extends to three times the largest deviation. Its step is
/// the least one, or longer where the map is too wide.
Grid grid_over(const RowVector& mean, const RowVector& deviations);

/// Computes at each grid point the sum over `points` of the repulsion −log(1 − φ), smoothed to the
/// grid's resolution.
RowVector repulsion_on(const Grid& grid, const Matrix& points);

/// Computes the gradient of values on a grid by multilinear interpolation; 0 outside the grid.
/// @param at coordinates (rows)
Matrix slope_on(const Grid& grid, const RowVector& values, const Matrix& at);

}  // namespace dsne::nn
