#pragma once

#include <array>

#include "core/matrix.h"

namespace dsne::tsne {

/// The repulsion of all points of an embedding on one place y, with w_j = 1/(1 + ‖y − y_j‖²). Point
/// j stands for W_j points.
struct PointRepulsion {
  std::array<double, 3> force{};  ///< Σ_j W_j w_j² (y − y_j); the third is 0 on a plane
  double weight = 0;              ///< Σ_j W_j w_j
};

/// Computes the repulsion on one place.
/// @param place 2 or 3 coordinates
/// @param coordinates the embedding's points in columns (2 or 3 × points)
/// @param weights W, one per point
PointRepulsion point_repulsion(const double* place, const Matrix& coordinates,
                               const Vector& weights);

}  // namespace dsne::tsne
