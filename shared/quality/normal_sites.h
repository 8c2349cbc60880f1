#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/rating.h"

namespace dsne::quality {

/// Which of a site's subjects are rarer than one in 200 normally distributed ones.
struct RareSubjects {
  std::vector<bool> odd;
  std::vector<bool> unfit;
};

/// Compares a site's subjects with normally distributed sites that have its correlations and robust
/// deviations: some thousand drawn subjects, at most 2,000 a site, rated in the same way. With few
/// measures a distance has long tails, and a fixed threshold would list good scans.
/// @param rating of the site's subjects
/// @param bent the site's learners × measures; at least 10 rows
/// @return the same for the same input
RareSubjects rarer_than_normal(const Rating& rating, const Matrix& bent, const RatingBasis& basis);

}  // namespace dsne::quality
