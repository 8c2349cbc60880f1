#pragma once

#include <vector>

#include "quality/normal_sites.h"
#include "quality/rating.h"

namespace dsne::quality {

/// A rating by principal components, and the subjects that are rarer than normally distributed
/// ones.
struct ComponentRating {
  Rating rating;  ///< `deviations`, `departures` and `units` are of the measures
  RareSubjects rare;
};

/// Rates wide data by at most 50 principal components of the learners' robust values, on one scale,
/// and by the length of the residual.
/// @param bent     subjects × measures, NaN where missing
/// @param learners at least 12 rows
ComponentRating rated_by_components(const Matrix& bent, const std::vector<Eigen::Index>& learners);

}  // namespace dsne::quality
