#pragma once

#include "federated/cells.h"
#include "federated/site_points.h"
#include "tsne/affinities.h"

namespace dsne::federated {

/// The federation as one site sees it: its own points, and the reference's, each of which stands
/// for itself and for other sites' subjects near it.
struct FederationView {
  Eigen::Index own = 0;    ///< points of the site
  Eigen::Index sites = 0;  ///< of the federation
  Vector weights;          ///< of each reference point: 1, and its part of the subjects elsewhere
  Vector public_weights;   ///< the same with the subjects of all sites
  Cells groups;  ///< of reference points, over which is summed what a site does to the reference

  /// Points of all sites and the reference.
  Eigen::Index points() const;
};

/// How many points each reference point stands for: itself, and an equal part of the subjects that
/// were counted in its group.
/// @param groups the reference points by the counting point that is nearest
/// @param counts by reference point
Vector standing_weights(const Cells& groups, const Counts& counts);

/// P over [own; reference], where reference points count by their weights: in the own points' rows
/// for all that they stand for, in the reference's for single points. What these have with each
/// other depends on the reference and the public weights alone.
tsne::Affinities view_affinities(const SitePoints& points, const FederationView& view,
                                 double perplexity);

/// The gradient at the own points, and below it what the site says of the gradient at the
/// reference. The mean of the latter over the sites is the gradient at the reference points as
/// single ones: what every site's points do to them, which is counted once for each site here, and
/// what they do to each other. A site's points do the same to each point of a group, the mean; so
/// where subjects are few nobody learns which of them pulls at which point. Q runs over all points,
/// those of other sites being where their reference points are.
/// @param affinities view_affinities
/// @param coordinates of [own; reference]
Matrix view_gradient(const tsne::Affinities& affinities, const Matrix& coordinates,
                     const FederationView& view, double exaggeration);

}  // namespace dsne::federated
