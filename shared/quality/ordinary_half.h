#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// Returns the mean distance of each point to its `count` nearest others.
/// @pre 0 < count < points.rows()
Vector mean_distances_to_nearest(const Matrix& points, Eigen::Index count);

/// Finds the ordinary half of the candidates: those with the smallest mean distance to the nearer
/// half of all candidates. Of more than 2,000 candidates that many, evenly spaced, are used.
/// @param points subjects × measures
/// @param candidates rows of points, at least 4
/// @return rows of points
std::vector<Eigen::Index> ordinary_half(const Matrix& points,
                                        const std::vector<Eigen::Index>& candidates);

/// Returns the logarithm of each point's mean distance to its ten nearest points of the ordinary
/// half, itself left out.
/// @param half rows of points, at least 2
Vector log_distance_to_half(const Matrix& points, const std::vector<Eigen::Index>& half);

}  // namespace dsne::quality
