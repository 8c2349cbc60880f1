#pragma once

#include "core/matrix.h"

namespace dsne::nn {

/// Evenly spaced points over a square, or a cube, of the map.
struct Grid {
  RowVector low;          ///< its first point
  double step = 0;        ///< between neighbouring points
  Eigen::Index side = 0;  ///< points along each side

  Eigen::Index points() const;
};

/// No grid is finer (Li et al. 2024).
inline constexpr double least_grid_step = 0.3;

/// How many points a grid has at most.
inline constexpr Eigen::Index most_grid_points = 16384;

/// The grid's points (in rows), the last dimension changing fastest.
Matrix grid_points(const Grid& grid);

/// The most points that a side has then.
Eigen::Index most_grid_side(Eigen::Index dimensions);

/// A grid over places with this mean and these deviations, out to three times the largest of these;
/// steps are the least, or longer where the map is too wide.
Grid grid_over(const RowVector& mean, const RowVector& deviations);

/// At each of the grid's points the sum over other points of −log(1 − φ), the repulsion between the
/// two; softened to what the grid's steps can show.
RowVector repulsion_on(const Grid& grid, const Matrix& points);

/// How values on a grid change with the place, by multilinear interpolation; 0 outside the grid.
/// @param at places (rows)
Matrix slope_on(const Grid& grid, const RowVector& values, const Matrix& at);

}  // namespace dsne::nn
