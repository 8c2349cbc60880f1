#pragma once

#include <array>
#include <cstddef>

#include "core/matrix.h"
#include "tsne/point_repulsion.h"

namespace dsne::tsne {

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

/// Adds the repulsion of the points in the columns [begin, end) on `place`. Pairs are computed in
/// single precision, sums in double.
void add_pairs(PointRepulsion& sum, const FloatPlace& place, const Coordinates& coordinates,
               std::ptrdiff_t begin, std::ptrdiff_t end);

/// Adds the repulsion of the first `points` columns, which count W_j each: Σ_j W_j w_j² (y − y_j)
/// and Σ_j W_j w_j.
void add_weighted_pairs(PointRepulsion& sum, const FloatPlace& place,
                        const Coordinates& coordinates, const FloatWeights& weights,
                        std::ptrdiff_t points);

}  // namespace dsne::tsne
