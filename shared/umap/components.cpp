#include "umap/components.h"

#include <limits>

namespace dsne::umap {

std::vector<std::vector<Eigen::Index>> Components::members() const {
  std::vector<std::vector<Eigen::Index>> result(count);
  for (std::size_t i = 0; i < of.size(); ++i) {
    result[of[i]].push_back(static_cast<Eigen::Index>(i));
  }
  return result;
}

Components components(const Graph& graph) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  const auto points = static_cast<std::size_t>(graph.points());
  Components result{std::vector<std::uint32_t>(points, none), 0};
  std::vector<std::size_t> reached;
  for (std::size_t first = 0; first < points; ++first) {
    if (result.of[first] != none) continue;
    result.of[first] = result.count;
    reached = {first};
    while (!reached.empty()) {
      const std::size_t i = reached.back();
      reached.pop_back();
      for (std::uint64_t k = graph.offsets[i]; k < graph.offsets[i + 1]; ++k) {
        const std::uint32_t neighbour = graph.columns[k];
        if (result.of[neighbour] != none) continue;
        result.of[neighbour] = result.count;
        reached.push_back(neighbour);
      }
    }
    ++result.count;
  }
  return result;
}

Graph subgraph(const Graph& graph, const std::vector<Eigen::Index>& points) {
  std::vector<std::uint32_t> number(static_cast<std::size_t>(graph.points()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    number[static_cast<std::size_t>(points[i])] = static_cast<std::uint32_t>(i);
  }
  Graph result;
  result.offsets.push_back(0);
  for (const Eigen::Index point : points) {
    const auto i = static_cast<std::size_t>(point);
    for (std::uint64_t k = graph.offsets[i]; k < graph.offsets[i + 1]; ++k) {
      result.columns.push_back(number[graph.columns[k]]);
      result.values.push_back(graph.values[k]);
    }
    result.offsets.push_back(result.columns.size());
  }
  return result;
}

}  // namespace dsne::umap
