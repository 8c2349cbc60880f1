#pragma once

#include <vector>

#include "core/matrix.h"
#include "methods/method.h"
#include "tsne/affinities.h"
#include "tsne/tsne.h"

namespace dsne::methods {

/// The rows of similar own points.
using Group = std::vector<Eigen::Index>;

/// Finds groups of own points that are not represented in the reference. A point is novel if most
/// of its 15 nearest neighbours, own or of the reference, are not represented in the reference, or
/// are themselves novel. A group is a connected component of the graph of novel points and their
/// five nearest neighbours. It is dropped if the reference has at least half its expected share
/// among these neighbours.
/// @param own, reference in the same features
/// @param unrepresented of the own points, from `unrepresented`
std::vector<Group> novel_groups(const Matrix& own, const Matrix& reference,
                                const std::vector<bool>& unrepresented);

/// Moves novel groups outside of the reference's map. Sites that know nothing of each other place
/// equal groups at the same position, and different ones apart. A linear map from data to
/// coordinates, the ridge regression of the reference's coordinates on its first 50 principal
/// components, gives a group's direction and its shape, at most as wide as the reference's map. The
/// group's distance from the middle is R·(1 + s·d(r/R)) + w. R is the radius of the reference's
/// map, r the distance of the group's centre by the linear map, and w the radius of its shape. d(t)
/// is t up to 1, then 1 + ln t, and at most 4. s is 4, times √(300/N_s) if the reference has N_s <
/// 300 points: groups need room for their points, and a site does not know the sizes of others'
/// groups.
/// @param coordinates of the own points
/// @param groups from novel_groups, of the same points
Matrix with_groups_outside(Matrix coordinates, const std::vector<Group>& groups, const Matrix& own,
                           const Matrix& reference, const Matrix& reference_coordinates);

/// Returns the start of t-SNE (Kobak & Berens 2019): the points' first principal components, scaled
/// so that the first has standard deviation 1e-4. A dimension without variance is 0.
Matrix principal_coordinates(const Matrix& points, Eigen::Index dimensions);

/// Computes the symmetric affinities of points, with the run's number of neighbours or as many as
/// there are.
tsne::Affinities joint_affinities(const Matrix& points, const Parameters& parameters);

/// Returns a site's joint affinities over [own; reference] (own points first), from the disk cache
/// if it has them.
tsne::Affinities site_affinities(const SiteProblem& problem);

/// Embeds the reference alone, by t-SNE (reference_points × no_dims).
Matrix reference_embedding(const CoordinatorProblem& problem);

/// Returns the reference's start by `initialization`: random, its principal components, or its own
/// embedding (reference_points × no_dims).
Matrix initial_reference_coordinates(const CoordinatorProblem& problem);

/// Returns the start of a site's own points by `initialization` (own_points × no_dims): random, or
/// with `tsne` placed on the reference's map by their neighbours. In the latter case groups that
/// are not represented in the reference are placed outside of it, and all points not represented in
/// it are then settled.
Matrix initial_own_coordinates(const SiteProblem& problem, const Matrix& reference_coordinates);

// The steps of placing own points.

/// Places own points on the reference's map in two passes. The second descent starts from the
/// medoid of the positions of the point and its five nearest points, own or reference.
/// @param own, reference in the same features
/// @param reference_coordinates one row per reference point
Matrix placed_by_neighbours(const Matrix& own, const Matrix& reference,
                            const Matrix& reference_coordinates);

/// Returns which points are not represented in the reference: those further from it than 99 % of
/// its own points are from the rest of it.
/// @param own, reference in the same features
std::vector<bool> unrepresented(const Matrix& own, const Matrix& reference);

/// Returns the own coordinates after a descent over [own; reference] in which the reference does
/// not move.
/// @param affinities over [own; reference]
/// @param movable which own points move; if empty, all
Matrix settled(const tsne::Affinities& affinities, Matrix own_coordinates,
               const Matrix& reference_coordinates, const std::vector<bool>& movable,
               const tsne::Schedule& schedule = {}, int iterations = 500);

}  // namespace dsne::methods
