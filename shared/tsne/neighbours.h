#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::tsne {

/// Computes the squared Euclidean distances of a query to every candidate. The distance to an equal
/// candidate is exactly 0.
/// @param columns the candidates in columns, features × candidates (a transposed matrix of points)
Vector squared_distances(const RowVector& query, const Matrix& columns);

/// Computes the squared distances of all points to all others (points × others). @pre both have the
/// same number of columns
Matrix squared_distances_between(const Matrix& points, const Matrix& others);

/// Returns the same of the points among themselves, in half the time.
Matrix squared_distances_among(const Matrix& points);

/// Each query's nearest points, nearest first; equally near points by index. A distance that is
/// NaN, from a point that is not finite, counts as infinite.
struct Neighbours {
  Eigen::Index count = 0;                 ///< neighbours per query
  std::vector<std::uint32_t> indices;     ///< queries × count
  std::vector<double> squared_distances;  ///< queries × count, Euclidean

  Eigen::Index queries() const { return count > 0 ? std::ssize(indices) / count : 0; }
};

/// Finds the `count` nearest other points of each point, exactly, by comparing all pairs.
/// @pre 0 < count < points.rows()
Neighbours nearest_neighbours(const Matrix& points, Eigen::Index count);

/// Finds the `count` nearest of `candidates` (rows) to each of `queries` (rows, as many columns).
/// @pre 0 < count <= candidates.rows()
Neighbours nearest_candidates(const Matrix& queries, const Matrix& candidates, Eigen::Index count);

}  // namespace dsne::tsne
