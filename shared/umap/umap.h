#pragma once

#include <cstdint>

#include "umap/spectral.h"

namespace dsne::umap {

/// What a map is made by; the defaults are umap-learn's.
struct Options {
  Eigen::Index neighbours = 15;  ///< of each point, itself counted
  double min_dist = 0.1;         ///< how near points may lie on the map
  double spread = 1;             ///< how wide clumps are, at least min_dist
  Metric metric = Metric::euclidean;
  int epochs = 0;  ///< 0: 500 up to 10,000 points, 200 beyond
  Eigen::Index dimensions = 2;
  std::uint64_t seed = 1;
};

/// How many epochs a map of as many points takes.
int epochs(const Options& options, Eigen::Index points);

/// Plain UMAP (McInnes, Healy & Melville 2018). The same bits on one machine, whatever the number
/// of threads.
/// @param points finite, at least one
Matrix umap(const Matrix& points, const Options& options);

/// The same from a start (points × dimensions), some 10 wide.
Matrix umap(const Matrix& points, const Matrix& start, const Options& options);

/// The same of points of which no more is known than their neighbours.
/// @param distances of the graph's components
Matrix umap(const Neighbours& neighbours, const ComponentDistances& distances,
            const Options& options);

}  // namespace dsne::umap
