#pragma once

#include <cstdint>
#include <vector>

#include "umap/graph.h"

namespace dsne::umap {

/// The connected parts of a graph, numbered by their first points.
struct Components {
  std::vector<std::uint32_t> of;  ///< each point's component
  std::uint32_t count = 0;

  /// Each component's points, rising.
  std::vector<std::vector<Eigen::Index>> members() const;
};

Components components(const Graph& graph);

/// The graph of some of the points alone, numbered in their order.
/// @param points rising; with a point all of its component
Graph subgraph(const Graph& graph, const std::vector<Eigen::Index>& points);

}  // namespace dsne::umap
