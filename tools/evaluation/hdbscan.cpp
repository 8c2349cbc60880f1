#include "tools/evaluation/hdbscan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace dsne::evaluation {
namespace {

using Index = Eigen::Index;

struct Edge {
  Index from;
  Index to;
  double length;
};

/// The distance from each point to its `count`-th nearest other point.
Vector core_distances(const Matrix& distances, Index count) {
  const Index points = distances.rows();
  const Index rank = std::min(count, points - 1);
  Vector cores(points);
  for (Index i = 0; i < points; ++i) {
    RowVector row = distances.row(i);
    std::nth_element(row.begin(), row.begin() + rank, row.end());
    cores(i) = row(rank);
  }
  return cores;
}

/// Prim's minimum spanning tree of the mutual reachability distances, shortest edge first.
std::vector<Edge> spanning_tree(const Matrix& distances, const Vector& cores) {
  const Index points = distances.rows();
  std::vector<Index> outside(static_cast<std::size_t>(points - 1));
  std::iota(outside.begin(), outside.end(), Index{1});
  std::vector<Edge> nearest(static_cast<std::size_t>(points),
                            Edge{0, 0, std::numeric_limits<double>::infinity()});
  std::vector<Edge> tree;
  Index added = 0;
  while (!outside.empty()) {
    auto next = outside.begin();
    for (auto it = outside.begin(); it != outside.end(); ++it) {
      Edge& edge = nearest[static_cast<std::size_t>(*it)];
      const double reach = std::max({distances(added, *it), cores(added), cores(*it)});
      if (reach < edge.length) edge = {added, *it, reach};
      if (edge.length < nearest[static_cast<std::size_t>(*next)].length) next = it;
    }
    added = *next;
    outside.erase(next);
    tree.push_back(nearest[static_cast<std::size_t>(added)]);
  }
  std::stable_sort(tree.begin(), tree.end(),
                   [](const Edge& a, const Edge& b) { return a.length < b.length; });
  return tree;
}

/// Two nodes of the single-linkage hierarchy become one. Nodes 0 to points - 1 are the points, node
/// points + m is merge m.
struct Merge {
  std::array<std::size_t, 2> children;
  double distance;
};

struct Hierarchy {
  std::vector<Merge> merges;  ///< by distance
  std::vector<Index> sizes;   ///< points below each node
};

Hierarchy single_linkage(const std::vector<Edge>& tree) {
  const std::size_t points = tree.size() + 1;
  Hierarchy hierarchy;
  hierarchy.sizes.assign(points, 1);
  std::vector<std::size_t> parents(points + tree.size());
  std::iota(parents.begin(), parents.end(), std::size_t{0});
  const auto top = [&parents](Index point) {
    auto node = static_cast<std::size_t>(point);
    while (parents[node] != node) node = parents[node] = parents[parents[node]];
    return node;
  };
  for (const Edge& edge : tree) {
    const std::size_t a = top(edge.from);
    const std::size_t b = top(edge.to);
    parents[a] = parents[b] = hierarchy.sizes.size();
    hierarchy.merges.push_back({{a, b}, edge.length});
    hierarchy.sizes.push_back(hierarchy.sizes[a] + hierarchy.sizes[b]);
  }
  return hierarchy;
}

/// A cluster on the way down the hierarchy, from the density (1 / distance) at which it parts from
/// its sibling to the one at which it splits or the last of its points leave.
struct Cluster {
  std::size_t parent;
  double birth;
  double death = 0;
  double stability = 0;  ///< Σ over its points of how much denser than at birth they leave it
};

/// The hierarchy with only the clusters that are large enough; parents come before children.
struct CondensedTree {
  std::vector<Cluster> clusters;
  std::vector<std::size_t> last_clusters;  ///< per node: the last one that it is in
  std::vector<double> departures;          ///< per node: the density at which it leaves that one
};

CondensedTree condense(const Hierarchy& hierarchy, Index smallest_cluster) {
  const std::size_t nodes = hierarchy.sizes.size();
  const std::size_t points = nodes - hierarchy.merges.size();
  CondensedTree tree;
  tree.clusters.push_back({0, 0});
  tree.last_clusters.assign(nodes, 0);
  tree.departures.assign(nodes, 0);
  const auto is_large = [&](std::size_t node) { return hierarchy.sizes[node] >= smallest_cluster; };
  for (std::size_t node = nodes; node-- > points;) {
    const Merge& merge = hierarchy.merges[node - points];
    const std::size_t current = tree.last_clusters[node];
    const double density = 1 / merge.distance;
    const bool splits = is_large(merge.children[0]) && is_large(merge.children[1]);
    for (const std::size_t child : merge.children) {
      tree.last_clusters[child] = current;
      tree.departures[child] = tree.departures[node];
      const bool has_left = tree.departures[node] > 0;
      const bool stays = is_large(child) && !splits;
      if (has_left || stays) continue;

      Cluster& cluster = tree.clusters[current];
      cluster.death = density;
      cluster.stability += (density - cluster.birth) * static_cast<double>(hierarchy.sizes[child]);
      if (splits) {
        tree.last_clusters[child] = tree.clusters.size();
        tree.clusters.push_back({current, density});
      } else {
        tree.departures[child] = density;
      }
    }
  }
  return tree;
}

/// The labels of the clusters that are together the most stable, none within another; a cluster
/// within a labelled one has its label, others are noise.
std::vector<int> label_stable_clusters(const std::vector<Cluster>& clusters) {
  std::vector<double> best_below(clusters.size(), 0);
  std::vector<bool> is_best(clusters.size());
  for (std::size_t c = clusters.size(); c-- > 0;) {
    is_best[c] = clusters[c].stability >= best_below[c];
    if (c > 0) best_below[clusters[c].parent] += std::max(clusters[c].stability, best_below[c]);
  }
  std::vector<int> labels(clusters.size(), noise_label);
  int count = 0;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    labels[c] = labels[clusters[c].parent];
    if (labels[c] == noise_label && is_best[c]) labels[c] = count++;
  }
  return labels;
}

}  // namespace

std::vector<int> hdbscan(const Matrix& distances, Index smallest_cluster) {
  const auto points = static_cast<std::size_t>(distances.rows());
  if (points == 0) return {};
  const Vector cores = core_distances(distances, smallest_cluster);
  const Hierarchy hierarchy = single_linkage(spanning_tree(distances, cores));
  const CondensedTree tree = condense(hierarchy, smallest_cluster);
  const std::vector<int> cluster_labels = label_stable_clusters(tree.clusters);
  const bool is_single = cluster_labels[0] != noise_label;

  std::vector<int> labels(points);
  for (std::size_t i = 0; i < points; ++i) {
    const bool left_early = is_single && tree.departures[i] < tree.clusters[0].death;
    labels[i] = left_early ? noise_label : cluster_labels[tree.last_clusters[i]];
  }
  return labels;
}

}  // namespace dsne::evaluation
