#include "umap/graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace dsne::umap {
namespace {

constexpr int bisections = 64;
constexpr double tolerance = 1e-5;
constexpr double narrowest = 1e-3;  ///< of the mean distance

double membership(double distance, double nearest, double width) {
  return distance > nearest && width > 0 ? std::exp((nearest - distance) / width) : 1;
}

/// Finds σ by bisection from 1, doubled until it is too wide.
double width(const double* distances, Eigen::Index count, double nearest) {
  const double wanted = std::log2(static_cast<double>(count + 1));
  double low = 0;
  double high = HUGE_VAL;
  double middle = 1;
  for (int step = 0; step < bisections; ++step) {
    double sum = 0;
    for (Eigen::Index k = 0; k < count; ++k) sum += membership(distances[k], nearest, middle);
    if (std::abs(sum - wanted) < tolerance) break;
    (sum > wanted ? high : low) = middle;
    middle = std::isinf(high) ? 2 * middle : (low + high) / 2;
  }
  return middle;
}

std::vector<double> distances_of(const tsne::Neighbours& neighbours) {
  std::vector<double> distances = neighbours.squared_distances;
  for (double& distance : distances) distance = std::sqrt(distance);
  return distances;
}

/// @param distances of each point's `count` neighbours
Scales scales_of(const std::vector<double>& distances, Eigen::Index points, Eigen::Index count) {
  const double sum = std::accumulate(distances.begin(), distances.end(), 0.0);
  const double overall = sum / static_cast<double>(points * (count + 1));
  Scales result{Vector(points), Vector(points)};
#pragma omp parallel for schedule(static)
  for (Eigen::Index i = 0; i < points; ++i) {
    const double* row = distances.data() + i * count;
    const double* apart = std::find_if(row, row + count, [](double d) { return d > 0; });
    const double nearest = apart == row + count ? 0 : *apart;
    const double mean =
        nearest > 0 ? std::accumulate(row, row + count, 0.0) / static_cast<double>(count + 1)
                    : overall;
    result.nearest[i] = nearest;
    result.widths[i] = std::max(width(row, count, nearest), narrowest * mean);
  }
  return result;
}

}  // namespace

Scales scales(const tsne::Neighbours& neighbours) {
  return scales_of(distances_of(neighbours), neighbours.queries(), neighbours.count);
}

std::vector<double> memberships_of_new(const tsne::Neighbours& neighbours) {
  const Eigen::Index points = neighbours.queries();
  const Eigen::Index count = neighbours.count;
  const std::vector<double> distances = distances_of(neighbours);
  std::vector<double> views(distances.size());
#pragma omp parallel for schedule(static)
  for (Eigen::Index i = 0; i < points; ++i) {
    const double* row = distances.data() + i * count;
    const double mean = std::accumulate(row, row + count, 0.0) / static_cast<double>(count);
    const double by = std::max(width(row + 1, count - 1, 0), narrowest * mean);
    std::transform(row, row + count, views.begin() + i * count,
                   [by](double distance) { return membership(distance, 0, by); });
  }
  return views;
}

Graph fuzzy_union(const tsne::Neighbours& neighbours) {
  const Eigen::Index points = neighbours.queries();
  Graph views;
  views.columns = neighbours.indices;
  views.values = distances_of(neighbours);
  const Scales by = scales_of(views.values, points, neighbours.count);
#pragma omp parallel for schedule(static)
  for (Eigen::Index i = 0; i < points; ++i) {
    for (Eigen::Index k = i * neighbours.count; k < (i + 1) * neighbours.count; ++k) {
      const auto at = static_cast<std::size_t>(k);
      views.values[at] = membership(views.values[at], by.nearest[i], by.widths[i]);
    }
  }
  for (Eigen::Index i = 0; i <= points; ++i) {
    views.offsets.push_back(static_cast<std::uint64_t>(i * neighbours.count));
  }
  return tsne::combined_with_transpose(std::move(views),
                                       [](double u, double v) { return u + v - u * v; });
}

Graph without_weak(const Graph& graph, double share) {
  if (graph.values.empty()) return graph;
  Graph result;
  result.offsets.push_back(0);
  const double least = share * *std::ranges::max_element(graph.values);
  for (std::size_t i = 0; i + 1 < graph.offsets.size(); ++i) {
    for (std::uint64_t k = graph.offsets[i]; k < graph.offsets[i + 1]; ++k) {
      if (graph.values[k] < least || !(graph.values[k] > 0)) continue;
      result.columns.push_back(graph.columns[k]);
      result.values.push_back(graph.values[k]);
    }
    result.offsets.push_back(result.columns.size());
  }
  return result;
}

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
