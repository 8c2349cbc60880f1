#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::tsne {

/// Squared Euclidean distances of one query to every candidate; 0 to one that equals it.
/// @param columns the candidates in columns, features × candidates (a transposed matrix of points)
Vector squared_distances(const RowVector& query, const Matrix& columns);

/// The same of all points to all others (points × others). @pre both have as many columns
Matrix squared_distances_between(const Matrix& points, const Matrix& others);

/// Each query's nearest points, nearest first; of equally near points the one of lower index first.
/// A distance that is no number, from a point that is not finite, counts as infinite.
struct Neighbours {
  Eigen::Index count = 0;                 ///< neighbours per query
  std::vector<std::uint32_t> indices;     ///< queries × count
  std::vector<double> squared_distances;  ///< queries × count, Euclidean
};

/// The `count` nearest other points of each point, exactly, by comparing all pairs.
/// @pre 0 < count < points.rows()
Neighbours nearest_neighbours(const Matrix& points, Eigen::Index count);

/// The `count` nearest of `candidates` (rows) to each of `queries` (rows, as many columns).
/// @pre 0 < count <= candidates.rows()
Neighbours nearest_candidates(const Matrix& queries, const Matrix& candidates, Eigen::Index count);

}  // namespace dsne::tsne
