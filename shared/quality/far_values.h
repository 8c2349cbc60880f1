#pragma once

#include <vector>

#include "quality/robust_units.h"

namespace dsne::quality {

/// Finds subjects with a value that is farther from all others' values than these are from each
/// other, in a measure that is not constant. Robust units alone miss such a value where a measure
/// has two groups, as from two scanners.
/// @param bent     subjects × measures, NaN where missing
/// @param learners the rows that count as others
/// @param units    of the measures
/// @return one per subject
std::vector<bool> has_far_value(const Matrix& bent, const std::vector<Eigen::Index>& learners,
                                const RobustUnits& units);

}  // namespace dsne::quality
