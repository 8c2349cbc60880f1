#pragma once

#include "tsne/affinities.h"
#include "umap/neighbours.h"

namespace dsne::umap {

/// A fuzzy graph: how far two points belong together, in (0, 1]; symmetric, compressed as
/// affinities are, but with no common sum.
using Graph = tsne::Affinities;

/// By what each point measures the distances to its neighbours.
struct Scales {
  Vector nearest;  ///< ρ, the distance to the nearest that is not at the same place
  Vector widths;   ///< σ
};

/// σ such that 1 + Σ_j exp(−max(0, d_j − ρ)/σ) over a point's other neighbours is log2 of its
/// neighbours, itself counted among them, to 1e-5 (UMAP's smooth distances). No narrower than a
/// thousandth of the mean distance.
Scales scales(const Neighbours& neighbours);

/// Each point's view exp(−max(0, d − ρ)/σ) of its neighbours (points × count).
std::vector<double> memberships(const Neighbours& neighbours);

/// The view that umap-learn's transform has of a new point's neighbours on a map: the same with ρ
/// 0, and σ such that those but the nearest add up to log2 of their number. A row depends on its
/// own distances alone.
std::vector<double> memberships_of_new(const Neighbours& neighbours);

/// The fuzzy union u + v − u·v of both points' views exp(−max(0, d − ρ)/σ) of a pair.
Graph fuzzy_union(const Neighbours& neighbours);

/// The graph without the pairs that are less than a share of the strongest.
Graph without_weak(const Graph& graph, double share);

}  // namespace dsne::umap
