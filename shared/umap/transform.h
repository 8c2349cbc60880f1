#pragma once

#include "tsne/transform.h"
#include "umap/objective.h"

namespace dsne::umap {

/// New points' memberships over the points of a map alone, as umap-learn's transform has them:
/// exp(−d/σ) over each one's nearest, σ such that those but the first add up to log2 of their
/// number; then divided by their sum. A row depends on its own point and on the map's.
/// @param points, reference in the same features
/// @param neighbours of each, as far as the reference has so many
tsne::NeighbourAffinities memberships_over(const Matrix& points, const Matrix& reference,
                                           Eigen::Index neighbours);

/// A finished map by UMAP, on which new points are placed. What umap-learn does by random draws is
/// done by their mean: with c a point's memberships over the map's N_s points, it descends
/// D(y) = Σ_j c_j·A(‖y − y_j‖²) + (5/N_s)·Σ_j R(‖y − y_j‖²), see objective.h. (As in umap-learn,
/// repulsion counts twice what it does while the map is made: there both of a pair are moved when
/// it is drawn.)
class FinishedMap final : public tsne::FinishedMap {
 public:
  FinishedMap(const Matrix& coordinates, const Curve& curve);

  tsne::Fit fit(const tsne::NeighbourAffinities& affinities, Eigen::Index row,
                const tsne::Place& place) const override;

  /// The mean of the places of the nearest points of the map, by memberships.
  tsne::Place start(const tsne::NeighbourAffinities& affinities, Eigen::Index row) const override;

 private:
  Curve curve_;
  Vector weights_;  ///< 5/N_s each
};

}  // namespace dsne::umap
