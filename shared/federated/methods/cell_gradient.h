#pragma once

#include "federated/cells.h"
#include "federated/neighbour_embedding.h"

namespace dsne::federated {

/// A site's half of the gradient where other sites' points are known only by what stands for them.
struct SiteGradient {
  Matrix own;        ///< ∂J/∂y of its own points
  Matrix on_groups;  ///< the attraction of its own points on the reference points, summed over each
                     ///< group of these
};

/// @param part the site's part of the affinities over [own; reference], as the iteration has them
/// @param others what stands for the other sites' points
/// @param exaggeration of the attraction
SiteGradient site_gradient(const NeighbourEmbedding& embedding, const tsne::Affinities& part,
                           const Matrix& own, const Matrix& reference, const Cells& groups,
                           const tsne::WeightedPoints& others, double exaggeration);

/// The whole gradient of the reference: what its points do to each other, the repulsion of what
/// stands for the sites' points, and their attraction, the same on each point of a group. So where
/// subjects are few nobody learns which of them pulls at which point.
/// @param part the reference's part of the affinities
/// @param from_sites the sum of all sites' SiteGradient::on_groups
/// @param sites_points what stands for all sites' points
Matrix reference_gradient(const NeighbourEmbedding& embedding, const tsne::Affinities& part,
                          const Matrix& reference, const Cells& groups, const Matrix& from_sites,
                          const tsne::WeightedPoints& sites_points, double exaggeration);

}  // namespace dsne::federated
