#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/own_scores.h"
#include "quality/robust_units.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// How odd and how inconsistent each subject is, with the parts of both ratings; empty where not
/// wanted.
struct Rating {
  Vector odd;           ///< typical spreads above the learners' median
  Vector inconsistent;  ///< typical spreads above the learners' median
  Vector distance;      ///< log_distance_to_half
  Vector position;      ///< along the other sites' odd_direction; empty without one
  Vector departure;     ///< logarithm of the root mean square of the subject's departures
  Matrix deviations;    ///< subjects × measures in the site's robust units, within ±10
  /// Subjects × measures: each value minus its prediction by the subject's others, in robust
  /// deviations of such residuals, within ±20; 0 where missing.
  Matrix departures;
  RobustUnits units;
  /// Which subjects are odder or less fit than all but one in 200 of some thousand drawn subjects,
  /// at most 2,000 a site, which are rated in the same way: normally distributed, with the site's
  /// correlations and robust deviations. With few measures a distance has long tails, and a fixed
  /// threshold would list good scans.
  std::vector<bool> rarely_odd, rarely_inconsistent;
};

/// Rates bent values. `odd` combines the distance to the ordinary half of the learners with the
/// position along the direction, if there is one. `inconsistent` is the root mean square departure,
/// by the covariance of the ordinary half and of the other sites' groups. A subject of the half is
/// left out of its own comparison.
/// @param bent subjects × measures, NaN where missing
/// @param learners the rows that units, half and covariance are learned from; at least 10
/// @return the same for the same input
Rating rated_by_measures(const Matrix& bent, const std::vector<Eigen::Index>& learners,
                         const std::vector<SummarizedSite>& others, WantedLists wanted);

/// Rates wide data by at most 50 principal components of the learners' robust values, on one scale,
/// and by the length of the residual.
/// @param learners at least 12 rows
/// @return `deviations`, `departures` and `units` are of the measures
Rating rated_by_components(const Matrix& bent, const std::vector<Eigen::Index>& learners,
                           WantedLists wanted);

}  // namespace dsne::quality
