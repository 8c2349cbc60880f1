#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// The cluster (or class) of each point, numbered from 0; numbers may be left out.
using Clusters = std::vector<std::uint32_t>;

/// Mutual information of two clusterings of the same points over the arithmetic mean of their
/// entropies, 0 to 1 (as scikit-learn's); 1 when both put all points into one cluster.
/// @pre as many points in both, at least one
double normalized_mutual_information(const Clusters& a, const Clusters& b);

/// Mean silhouette (Rousseeuw 1987) of the points' clusters, −1 to 1, by Euclidean distance: how
/// much nearer a point is to its own cluster than to the next one. 0 for a point alone in its
/// cluster, or as near (0 even) to both.
/// @pre as many points as rows
/// @return nothing with less than two clusters, or when no cluster has two points
std::optional<double> silhouette(const Matrix& points, const Clusters& clusters);

/// How well the clusters that k-means finds on a map are the labels' (NMI and SC of k-means in the
/// Fed-tSNE paper).
struct ClusteringQuality {
  double nmi = 0;         ///< normalized mutual information of clusters and labels
  double silhouette = 0;  ///< mean silhouette of the clusters on the map
};

/// @param coordinates points × 2 or 3
/// @param labels one per point, "" where there is none; such points are left out
/// @return nothing with less than two labels, when the clusters have no silhouette (all points at
///   one place, or every point with a label of its own), or when a place is not finite
std::optional<ClusteringQuality> clustering_quality(const Matrix& coordinates,
                                                    const std::vector<std::string>& labels,
                                                    std::uint64_t seed = 0);

}  // namespace dsne::evaluation
