#pragma once

#include "tsne/affinities.h"
#include "tsne/weighted_repulsion.h"

namespace dsne::federated {

/// A site's half of the gradient where other sites' points are known only by what stands for them.
struct SiteGradient {
  Matrix own;           ///< ∂J/∂y of its own points
  Matrix on_reference;  ///< its part of ∂J/∂y of the reference points: what its own points do to
                        ///< them, and of what they do to each other the attraction in `part`
};

/// @param part the site's part of the affinities over [own; reference], as the iteration has them
/// @param others what stands for the other sites' points
/// @param exaggeration of the attraction
SiteGradient site_gradient(const tsne::Affinities& part, const Matrix& own, const Matrix& reference,
                           const tsne::WeightedPoints& others, double exaggeration);

/// The whole gradient of the reference: the sites' parts and the repulsion of reference points from
/// each other.
/// @param from_sites the sum of all sites' SiteGradient::on_reference
/// @param sites_points what stands for all sites' points, of whom only Z is taken
Matrix reference_gradient(const Matrix& from_sites, const Matrix& reference,
                          const tsne::WeightedPoints& sites_points);

}  // namespace dsne::federated
