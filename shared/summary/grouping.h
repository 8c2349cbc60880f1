#pragma once

#include <vector>

#include "core/matrix.h"
#include "privacy/microaggregation.h"

namespace dsne::summary {

/// Subjects change places between groups while the scatter within groups falls (steepest first for
/// each subject). Partners come from the nearest groups, and the work is bounded. Sizes stay.
/// @return the groups after the changes
std::vector<privacy::GroupRows> swapped(const Matrix& points,
                                        std::vector<privacy::GroupRows> groups);

/// Groups of at least `least` points that are alike, at most `most`: microaggregation, then swaps.
/// @pre at least `least` points, most >= 1
std::vector<privacy::GroupRows> grouped(const Matrix& points, Eigen::Index least,
                                        Eigen::Index most);

/// The sum over groups of squared distances from the group's mean.
double scatter_within(const Matrix& points, const std::vector<privacy::GroupRows>& groups);

}  // namespace dsne::summary
