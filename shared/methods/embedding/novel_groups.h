#pragma once

#include <vector>

#include "core/matrix.h"

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

}  // namespace dsne::methods
