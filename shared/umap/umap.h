#pragma once

#include <cstdint>

#include "umap/curve.h"
#include "umap/graph.h"

namespace dsne::umap {

/// UMAP's options; the defaults are umap-learn's.
struct Options {
  Eigen::Index neighbours = 15;  ///< of each point, itself included
  double min_dist = 0.1;         ///< the least distance of points on the map
  double spread = 1;             ///< the scale of clusters, at least min_dist
  int epochs = 0;                ///< 0: 500 up to 10,000 points, 200 beyond
  Eigen::Index dimensions = 2;
  std::uint64_t seed = 1;
};

/// Returns the number of epochs for a number of points.
int epochs(const Options& options, Eigen::Index points);

/// Runs plain UMAP (McInnes, Healy & Melville 2018). Gives the same bits on one machine with any
/// number of threads.
/// @param points finite, at least one
Matrix umap(const Matrix& points, const Options& options);

/// Runs UMAP from a start (points × dimensions), about 10 wide.
Matrix umap(const Matrix& points, const Matrix& start, const Options& options);

/// Embeds the graph by stochastic gradient descent on its cross-entropy. In each epoch pairs of
/// neighbours attract each other, each pair as often as it is strong, and each time five random
/// points repel either point. On large graphs disjoint blocks of points are processed in parallel,
/// and points are repelled from where the others were before the epoch. Gives the same bits on one
/// machine with any number of threads.
/// @param start points × 2 or 3
Matrix layout(const Graph& graph, const Curve& curve, const Matrix& start, int epochs,
              std::uint64_t seed);

}  // namespace dsne::umap
