#pragma once

#include <array>
#include <cstddef>

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

/// Coordinates in single precision, points in columns (2 or 3 × points).
using Coordinates = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One point's coordinates; the third is 0 on a plane.
using FloatPlace = std::array<float, 3>;

/// How many points each column stands for.
using FloatWeights = Eigen::VectorXf;

/// Centres the coordinates on their mean. Coordinates beyond ±1e15 are limited to that: they have
/// no weight in single precision, and their squares would overflow.
Coordinates centred_coordinates(const Matrix& coordinates);

/// Returns a column's coordinates.
FloatPlace place_at(const Coordinates& coordinates, Eigen::Index column);

/// Adds the repulsion of the points in the columns [begin, end) on `place`: Σ_j W_j w_j² (y − y_j)
/// and Σ_j W_j w_j. Pairs are computed in single precision, sums in double.
void add_pairs(PointRepulsion& sum, const FloatPlace& place, const Coordinates& coordinates,
               const FloatWeights& weights, std::ptrdiff_t begin, std::ptrdiff_t end);

}  // namespace dsne::tsne
