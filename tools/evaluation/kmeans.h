#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// Points in clusters, each around the mean of its points.
struct KMeans {
  std::vector<std::uint32_t> clusters;  ///< of each point, a row of `centres`
  Matrix centres;                       ///< clusters × dimensions
  double inertia = 0;                   ///< sum of squared distances of points to their centres
};

/// k-means: Lloyd's iteration (until no point changes its cluster, 300 at most) from k-means++
/// seeds (Arthur & Vassilvitskii 2007), the best of several restarts by inertia. A cluster that
/// loses all of its points starts again at the point that is farthest from its centre. The same
/// seed gives the same clusters, whatever the number of threads.
/// @param count clusters wanted; there are fewer when there are not as many distinct points
/// @pre at least one point, count and restarts above 0, every number finite
KMeans kmeans(const Matrix& points, Eigen::Index count, std::uint64_t seed = 0, int restarts = 10);

}  // namespace dsne::evaluation
