#pragma once

#include "federated/cells.h"
#include "tsne/affinities.h"
#include "tsne/weighted_repulsion.h"

namespace dsne::federated {

/// A site's half of the gradient where other sites' points are known only by what stands for them.
struct SiteGradient {
  Matrix own;       ///< ∂J/∂y of its own points
  Matrix on_cells;  ///< what its own points do to the reference: their part of ∂J/∂y of the
                    ///< reference points, summed over each cell's
};

/// @param part the site's part of the affinities over [own; reference], as the iteration has them
/// @param others what stands for the other sites' points
/// @param exaggeration of the attraction
SiteGradient site_gradient(const tsne::Affinities& part, const Matrix& own, const Matrix& reference,
                           const Cells& cells, const tsne::WeightedPoints& others,
                           double exaggeration);

/// The whole gradient of the reference: what its points do to each other, and of what the sites'
/// points do to them each point of a cell the same. So a point's own pull, which would tell of few
/// subjects, is never known.
/// @param part the reference's part of the affinities
/// @param from_sites the sum of all sites' SiteGradient::on_cells
/// @param sites_points what stands for all sites' points, of whom only Z is taken
Matrix reference_gradient(const tsne::Affinities& part, const Matrix& reference, const Cells& cells,
                          const Matrix& from_sites, const tsne::WeightedPoints& sites_points,
                          double exaggeration);

}  // namespace dsne::federated
