#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// The label of a point that is in no cluster.
inline constexpr int noise_label = -1;

/// HDBSCAN: the density clusters of points of which only the distances are known, after Campello,
/// Moulavi and Sander, "Density-Based Clustering Based on Hierarchical Density Estimates" (PAKDD
/// 2013): the most stable clusters ("excess of mass") of the hierarchy that the mutual reachability
/// distances span. A single cluster of all points is allowed too; the points that left it before it
/// ended are then noise.
///
/// Edges of equal length are taken in the order in which Prim's algorithm finds them from the first
/// point.
/// @param distances points × points, symmetric, positive but for a diagonal of zeros
/// @param smallest_cluster at least 2: fewer points are no cluster; also the number of other points
///   that the core distance of a point takes in
/// @return one label per point: 0, 1, ... or `noise_label`
std::vector<int> hdbscan(const Matrix& distances, Eigen::Index smallest_cluster);

}  // namespace dsne::evaluation
