#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::privacy {

/// The rows of the points that are in a group.
using GroupRows = std::vector<Eigen::Index>;

/// Groups of points, each told of by its mean alone.
struct Groups {
  Matrix means;  ///< groups × features
  Vector sizes;  ///< how many points each has
};

/// Points in groups of `least` that lie near each other: the `least` nearest to the point that is
/// furthest from the mean of those left, until fewer than twice as many are left, which are the
/// last group (fixed-size microaggregation as by MDAV, but one group at a time: Domingo-Ferrer &
/// Torra, "Ordinal, Continuous and Heterogeneous k-Anonymity Through
/// Microaggregation", 2005). Large sets are cut into parts of at most 4096 points in their order,
/// as the time grows with a part's square.
/// @param least points of a group, at least 1; with 1 each point is its own group
/// @return no groups of fewer points than `least`
std::vector<GroupRows> microaggregated(const Matrix& points, Eigen::Index least);

/// The groups' means of any values of the points (points × features).
Groups averaged(const Matrix& values, const std::vector<GroupRows>& groups);

}  // namespace dsne::privacy
