#pragma once

#include "federated/method.h"
#include "tsne/affinities.h"

namespace dsne::federated {

/// The points along their first principal components, the first of standard deviation 1e-4: where
/// t-SNE begins (Kobak & Berens 2019). A dimension without variance is 0.
Matrix principal_coordinates(const Matrix& points, Eigen::Index dimensions);

/// The reference's joint affinities of the run's perplexity, or of the largest that so few points
/// can have. The perplexity of landmarks is lower: each stands for eight subjects or more, and as
/// many neighbours as a subject has would make it one of a wide region. A third, about 1/√8 of it,
/// is between neighbours counted as landmarks and as subjects.
/// @param learned whether the reference's points are landmarks
tsne::Affinities reference_affinities(const Parameters& parameters, const Matrix& reference,
                                      bool learned);

/// A t-SNE map of the reference alone (reference_points × no_dims). It begins at random places when
/// `initialization` is random, else along the principal components.
Matrix reference_embedding(const CoordinatorProblem& problem);

/// Where the reference starts, as `initialization` says: at random, along its principal components,
/// or on its t-SNE map (reference_points × no_dims).
Matrix initial_reference_coordinates(const CoordinatorProblem& problem);

/// Places of some points on a map.
struct PlacedPoints {
  Matrix values;  ///< as affinities see them
  Matrix coordinates;
};

/// Where own points start that are placed, see initial_own_coordinates, on a finished map: by their
/// neighbours among the reference and others that are on it, which stay where they are.
/// @param others none or more
/// @param learned whether the reference's points are landmarks
Matrix placed_beside(const SitePoints& points, const Matrix& reference_coordinates,
                     const PlacedPoints& others, double perplexity, bool learned);

/// Where a site's own points start, as `private_start` says (own_points × no_dims): at random, or
/// placed on the reference's map by their neighbours, groups that the reference lacks outside of
/// it, and these and other points that it does not stand for settled. A learned reference stands
/// for all points.
Matrix initial_own_coordinates(const SiteProblem& problem, const Matrix& reference_coordinates);

}  // namespace dsne::federated
