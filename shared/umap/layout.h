#pragma once

#include <cstdint>

#include "umap/curve.h"
#include "umap/graph.h"

namespace dsne::umap {

/// The graph's map by stochastic gradient descent on its cross-entropy: in each epoch pairs of
/// neighbours are drawn to each other, each pair as often as it is strong, and each time either
/// point is pushed away from five points at random. Pairs have their turns one after the other, in
/// blocks that have no point in common, which push from where points were before the epoch: the
/// same bits on one machine, whatever the number of threads.
/// @param start points × 2 or 3
Matrix layout(const Graph& graph, const Curve& curve, const Matrix& start, int epochs,
              std::uint64_t seed);

}  // namespace dsne::umap
