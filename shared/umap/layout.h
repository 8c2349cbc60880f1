#pragma once

#include <cstdint>

#include "umap/curve.h"
#include "umap/graph.h"

namespace dsne::umap {

/// The graph's map by stochastic gradient descent on its cross-entropy: in each epoch a point is
/// drawn to its neighbours, to each as often as their pair is strong, and each time pushed away from
/// five points at random. All others are where they were before the epoch, and what is drawn depends
/// on the point and the epoch alone: the same bits on one machine, whatever the number of threads.
/// @param start points × 2 or 3
Matrix layout(const Graph& graph, const Curve& curve, const Matrix& start, int epochs,
              std::uint64_t seed);

}  // namespace dsne::umap
