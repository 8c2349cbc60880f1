#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::methods {

/// Rows of own points that are alike.
using Group = std::vector<Eigen::Index>;

/// Novel groups are groups of own points that the reference lacks: most of a point's 15 nearest
/// neighbours, own or of the reference, are points that the reference does not stand for, or are in
/// such a group. A group is a connected component of the graph of each one's five nearest among all
/// these. It is none when the reference has half its due share among these neighbours, or more.
/// @param own, reference in the same features
/// @param unrepresented of the own points, as `unrepresented` tells
std::vector<Group> novel_groups(const Matrix& own, const Matrix& reference,
                                const std::vector<bool>& unrepresented);

/// The places with groups that the reference lacks moved outside of its map. A linear map from data
/// to places, the ridge regression of the reference's places on its first 50 principal components,
/// gives a group's shape, at most as wide as the reference's map, and the side where it lies, at
/// R·(1 + s·d(r/R)) + w from the middle: R is the radius of the reference's map, r where the linear
/// map has the group's middle, w the radius of its shape, d(t) is t up to 1, 1 + ln t beyond and at
/// most 4, and s is 4, times √(300/N_s) where the reference's points N_s are fewer: groups take as
/// much room as they have points, and a site does not know how many the others' have. Sites that
/// know nothing of each other so place the same group alike, and different ones apart.
/// @param coordinates of the own points
/// @param groups novel_groups of the same points
Matrix with_groups_outside(Matrix coordinates, const std::vector<Group>& groups, const Matrix& own,
                           const Matrix& reference, const Matrix& reference_coordinates);

}  // namespace dsne::methods
