#pragma once

#include "tsne/transform.h"
#include "umap/objective.h"

namespace dsne::umap {

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
class FinishedMap final : public tsne::FinishedMap {
 public:
  FinishedMap(const Matrix& coordinates, const Curve& curve);

  tsne::Fit fit(const tsne::NeighbourAffinities& affinities, Eigen::Index row,
                const tsne::Position& place) const override;

  /// Returns the mean position of the nearest reference points, weighted by memberships.
  tsne::Position start(const tsne::NeighbourAffinities& affinities,
                       Eigen::Index row) const override;

 private:
  Curve curve_;
  Vector weights_;  ///< 5/N_s each
};

}  // namespace dsne::umap
