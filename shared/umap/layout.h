#pragma once

#include <cstdint>

#include "umap/curve.h"
#include "umap/graph.h"

namespace dsne::umap {

/// Embeds the graph by stochastic gradient descent on its cross-entropy. In each epoch pairs of
/// neighbours attract each other, each pair as often as it is strong, and each time five random
/// points repel either point. On large graphs disjoint blocks of points are processed in parallel,
/// and points are repelled from where the others were before the epoch. Gives the same bits on one
/// machine with any number of threads.
/// @param start points × 2 or 3
Matrix layout(const Graph& graph, const Curve& curve, const Matrix& start, int epochs,
              std::uint64_t seed);

}  // namespace dsne::umap
