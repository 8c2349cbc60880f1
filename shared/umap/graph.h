#pragma once

#include "tsne/affinities.h"
#include "umap/neighbours.h"

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
Scales scales(const Neighbours& neighbours);

/// Computes each point's memberships exp(−max(0, d − ρ)/σ) in its neighbourhood (points × count).
std::vector<double> memberships(const Neighbours& neighbours);

/// Computes new points' memberships as umap-learn's transform does: ρ is 0, and σ makes the
/// memberships of all neighbours but the nearest sum to log2 of their number. A row depends on its
/// own distances only.
std::vector<double> memberships_of_new(const Neighbours& neighbours);

/// Computes the fuzzy union u + v − u·v of each pair's two memberships exp(−max(0, d − ρ)/σ).
Graph fuzzy_union(const Neighbours& neighbours);

/// Removes the pairs weaker than a share of the strongest.
Graph without_weak(const Graph& graph, double share);

}  // namespace dsne::umap
