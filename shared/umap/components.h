#pragma once

#include <cstdint>
#include <vector>

#include "umap/graph.h"

namespace dsne::umap {

/// The connected components of a graph, numbered by their first points.
struct Components {
  std::vector<std::uint32_t> of;  ///< each point's component
  std::uint32_t count = 0;

  /// Returns each component's points in ascending order.
  std::vector<std::vector<Eigen::Index>> members() const;
};

Components components(const Graph& graph);

/// Returns the graph of a subset of the points, numbered in their order.
/// @param points ascending; whole components only
Graph subgraph(const Graph& graph, const std::vector<Eigen::Index>& points);

}  // namespace dsne::umap
