#pragma once

#include <array>
#include <cstddef>

#include "core/matrix.h"
#include "tsne/point_repulsion.h"

namespace dsne::tsne {

/// Places in single precision, in columns (2 or 3 × points).
using Coordinates = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One place; the third coordinate is 0 on a plane.
using FloatPlace = std::array<float, 3>;

/// How many points each place stands for.
using FloatWeights = Eigen::VectorXf;

/// The places around their mean. Those further out than 1e15 are put there: they have no weight in
/// single precision, and their squares would overflow.
Coordinates centred_coordinates(const Matrix& coordinates);

/// The place in a column.
FloatPlace place_at(const Coordinates& coordinates, Eigen::Index column);

/// Adds what the points in the columns [begin, end) do to a place. Pairs are single precision,
/// their sums double.
void add_pairs(PointRepulsion& sum, const FloatPlace& place, const Coordinates& coordinates,
               std::ptrdiff_t begin, std::ptrdiff_t end);

/// The same of the first `points` columns, which count W_j each: Σ_j W_j w_j² (y − y_j) and
/// Σ_j W_j w_j.
void add_weighted_pairs(PointRepulsion& sum, const FloatPlace& place,
                        const Coordinates& coordinates, const FloatWeights& weights,
                        std::ptrdiff_t points);

}  // namespace dsne::tsne
