#pragma once

#include <array>

#include "core/matrix.h"

namespace dsne::tsne {

/// What all points of a map do to one place y, with w_j = 1/(1 + ‖y − y_j‖²) and point j standing
/// for W_j points.
struct PointRepulsion {
  std::array<double, 3> force{};  ///< Σ_j W_j w_j² (y − y_j); the third is 0 on a plane
  double weight = 0;              ///< Σ_j W_j w_j
};

/// @param place 2 or 3 coordinates
/// @param coordinates the map's points in columns (2 or 3 × points)
/// @param weights W, one per point
PointRepulsion point_repulsion(const double* place, const Matrix& coordinates,
                               const Vector& weights);

}  // namespace dsne::tsne
