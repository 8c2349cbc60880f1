#pragma once

#include <cstdint>
#include <optional>

#include "tsne/tsne.h"
#include "umap/graph.h"
#include "umap/objective.h"

namespace dsne::umap {

/// Computes eigenvectors of a connected graph's normalised Laplacian I − D^{-1/2} G D^{-1/2}, in
/// columns: those of the smallest eigenvalues except the first. The largest entry of each is
/// positive.
/// @pre count <= points − 2
/// @return nothing when the iterations do not converge
std::optional<Matrix> laplacian_eigenvectors(const Graph& graph, Eigen::Index count);

/// Computes the start: the Laplacian's eigenvectors, each component by itself. Components are
/// placed along the axes or, if there are more than two per dimension, by eigenvectors for
/// exp(−distance²) of their means' scaled distances. Points of tiny components are scattered. Adds
/// a little noise and scales each coordinate to [0, 10].
/// @param points that the graph joins
Matrix spectral_start(const Graph& graph, const Matrix& points, Eigen::Index dimensions,
                      std::uint64_t seed);

/// UMAP's options; the defaults are umap-learn's.
struct Options {
  Eigen::Index neighbours = 15;  ///< of each point, itself included
  double min_dist = 0.1;         ///< the least distance of points on the map
  double spread = 1;             ///< the scale of clusters, at least min_dist
  int epochs = 0;                ///< 0: 500 up to 10,000 points, 200 beyond
  Eigen::Index dimensions = 2;
  std::uint64_t seed = 1;
};

/// Returns the number of epochs for a number of points.
int epochs(const Options& options, Eigen::Index points);

/// Runs plain UMAP (McInnes, Healy & Melville 2018). Gives the same bits on one machine with any
/// number of threads.
/// @param points finite, at least one
Matrix umap(const Matrix& points, const Options& options);

/// Embeds the graph by stochastic gradient descent on its cross-entropy. In each epoch pairs of
/// neighbours attract each other, each pair as often as it is strong, and each time five random
/// points repel either point. On large graphs disjoint blocks of points are processed in parallel,
/// and points are repelled from where the others were before the epoch. Gives the same bits on one
/// machine with any number of threads.
/// @param start points × 2 or 3
Matrix layout(const Graph& graph, const Curve& curve, const Matrix& start, int epochs,
              std::uint64_t seed);

/// Computes new points' memberships over the reference points alone, as umap-learn's transform
/// does: exp(−d/σ) over each point's nearest, then divided by their sum. σ makes the memberships of
/// all but the first sum to log2 of their number. A row depends on its own point and the reference
/// only.
/// @param points, reference in the same features
/// @param neighbours per point, or all reference points if there are fewer
tsne::NeighbourAffinities memberships_over(const Matrix& points, const Matrix& reference,
                                           Eigen::Index neighbours);

/// A finished embedding by UMAP on which new points are placed. Replaces umap-learn's random draws
/// by their mean: with c a point's memberships over the embedding's N_s points, it descends D(y) =
/// Σ_j c_j·A(‖y − y_j‖²) + (5/N_s)·Σ_j R(‖y − y_j‖²), see objective.h. As in umap-learn, repulsion
/// counts twice as much here as in making the embedding, where a draw moves both points of a pair.
class FinishedUmap final : public tsne::FinishedMap {
 public:
  FinishedUmap(const Matrix& coordinates, const Curve& curve);

  tsne::PlaceFit fit(const tsne::NeighbourAffinities& affinities, Eigen::Index row,
                     const tsne::Position& place) const override;

  /// Returns the mean position of the nearest reference points, weighted by memberships.
  tsne::Position start(const tsne::NeighbourAffinities& affinities,
                       Eigen::Index row) const override;

 private:
  Curve curve_;
  Vector weights_;  ///< 5/N_s each
};

}  // namespace dsne::umap
