#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::privacy {

class RandomSource;

/// The row numbers of a group's points.
using GroupRows = std::vector<Eigen::Index>;

/// Groups of points, represented by their means.
struct Groups {
  Matrix means;  ///< groups × features
  Vector sizes;  ///< the number of points in each
};

/// Groups the points by fixed-size microaggregation as in MDAV, but one group at a time
/// (Domingo-Ferrer & Torra, "Ordinal, Continuous and Heterogeneous k-Anonymity Through
/// Microaggregation", 2005). Each group is the `least` points nearest to the point that is furthest
/// from the mean of the remaining ones. The last group has fewer than 2·least points. Sets of more
/// than 4096 points are split into parts in their order, because the time grows with a part's
/// square.
/// @param least points per group, at least 1
/// @return for each group its rows; empty with fewer than `least` points
std::vector<GroupRows> microaggregated(const Matrix& points, Eigen::Index least);

/// Groups the points as `microaggregated` does, around points that are drawn, so that the same
/// points give other groups each time: each group is a point drawn among those left and the
/// `least` − 1 nearest to it. (bench/attacks/summaries says what that is for.)
std::vector<GroupRows> randomly_microaggregated(const Matrix& points, Eigen::Index least,
                                                RandomSource& source);

/// Averages the points' values (points × features) in each group.
Groups averaged(const Matrix& values, const std::vector<GroupRows>& groups);

}  // namespace dsne::privacy
