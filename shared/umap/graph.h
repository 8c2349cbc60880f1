#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"
#include "tsne/affinities.h"

namespace dsne::umap {

/// A fuzzy graph: the membership strengths of pairs, in (0, 1]; symmetric, compressed as affinities
/// are, with any sum.
using Graph = tsne::Affinities;

/// The scales of each point's distances to its neighbours.
struct Scales {
  Vector nearest;  ///< ρ, the distance to the nearest neighbour that does not coincide
  Vector widths;   ///< σ
};

/// Finds each point's σ such that 1 + Σ_j exp(−max(0, d_j − ρ)/σ) over its other neighbours is log2
/// of the number of its neighbours, itself included, to 1e-5 (UMAP's smooth distances). σ is at
/// least a thousandth of the mean distance.
Scales scales(const tsne::Neighbours& neighbours);

/// Computes new points' memberships as umap-learn's transform does: ρ is 0, and σ makes the
/// memberships of all neighbours but the nearest sum to log2 of their number. A row depends on its
/// own distances only.
std::vector<double> memberships_of_new(const tsne::Neighbours& neighbours);

/// Computes the fuzzy union u + v − u·v of each pair's two memberships exp(−max(0, d − ρ)/σ).
Graph fuzzy_union(const tsne::Neighbours& neighbours);

/// Removes the pairs weaker than a share of the strongest.
Graph without_weak(const Graph& graph, double share);

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
