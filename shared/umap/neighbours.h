#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::umap {

/// The distance between points: ‖x − y‖, 1 minus the cosine of their angle, or 1 minus their
/// correlation.
enum class Metric { euclidean, cosine, correlation };

/// Each point's nearest other points, nearest first.
struct Neighbours {
  Eigen::Index count = 0;              ///< neighbours per point
  std::vector<std::uint32_t> indices;  ///< points × count
  std::vector<double> distances;       ///< points × count, at least 0

  std::size_t points() const {
    return count > 0 ? indices.size() / static_cast<std::size_t>(count) : 0;
  }
};

/// Finds the `count` nearest other points of each point, exactly. A point without a direction (all
/// zeros, or constant for the correlation) is at distance 1 from those that have one.
/// @param points finite
/// @pre 0 < count < points.rows()
Neighbours nearest_neighbours(const Matrix& points, Eigen::Index count, Metric metric);

/// Computes the distances between all pairs of a few points (points × points).
Matrix distances(const Matrix& points, Metric metric);

}  // namespace dsne::umap
