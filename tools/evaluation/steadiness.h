#pragma once

#include <cstdint>
#include <optional>

#include "core/matrix.h"

namespace dsne::evaluation {

struct SteadinessOptions {
  /// Neighbours per point (k); nothing: the square root of the number of points, as the authors do.
  std::optional<Eigen::Index> neighbours;
  int iterations = 150;     ///< groups of points examined for each of the two measures, at least 1
  double walk_share = 0.3;  ///< steps of the walk that gathers a group, per point of the data
  double offset = 0.1;      ///< positive: distance = 1 / (similarity + offset), the authors' α
  std::uint64_t seed = 1;   ///< of the walks
};

/// How far the clusters of a map can be believed; each from 0 to 1 (best).
struct InterClusterReliability {
  double steadiness = 0;    ///< what is together on the map is together in the data
  double cohesiveness = 0;  ///< what is together in the data is together on the map
};

/// Steadiness and cohesiveness of Jeon, Ko, Jo, Kim and Seo, "Measuring and Explaining the
/// Inter-Cluster Reliability of Multidimensional Projections" (IEEE TVCG 28(1), 2022).
///
/// Again and again a group of points is gathered in one space (the map for steadiness, the data for
/// cohesiveness) by a random walk along shared nearest neighbours. The group is clustered in the
/// other space (HDBSCAN, a point of noise being a cluster of its own), and each pair of clusters
/// that is farther apart there than in the space of the group is distorted: by the difference of
/// the two distances over the largest one among all pairs of points. The measure is 1 less the mean
/// distortion of such pairs, weighted by the product of the clusters' sizes; 1 if there is none.
/// Similarity weights and clustering are those of the authors' program (snc 0.2.1), whose values it
/// has up to the spread of the walks. The result depends on the seed only, not on the threads.
///
/// @param data points × features
/// @param coordinates points × map dimensions
/// @pre as many rows in both; at least one neighbour and one iteration
/// @return nothing with at most `neighbours` points, when no walk can start because neighbours
/// share
///   no neighbours, or where a value is not finite
std::optional<InterClusterReliability> steadiness_and_cohesiveness(
    const Matrix& data, const Matrix& coordinates, const SteadinessOptions& options = {});

}  // namespace dsne::evaluation
