#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"
#include "quality/robust_units.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// What a site's subjects are rated by besides their own values.
struct RatingBasis {
  RowVector least_deviation;    ///< of each bent measure, see least_deviations
  Vector direction;             ///< see odd_direction; empty if distance alone counts
  Matrix scatter;               ///< measures × measures: the other sites' sums of squares
  double scatter_subjects = 0;  ///< the number of subjects in these sums
};

/// Returns the basis that other sites' summaries make. The direction is empty unless
/// left_out_accuracy is at least least_left_out_accuracy.
RatingBasis rating_basis(const std::vector<ScaledSite>& sites, Eigen::Index measures);

/// How odd and how unfit each subject is, with the parts of both ratings.
struct Rating {
  Vector odd;         ///< lower half-widths above the learners' median
  Vector unfit;       ///< lower half-widths above the learners' median
  Vector distance;    ///< see log_distance_to_half
  Vector position;    ///< along the direction; empty without one
  Vector departure;   ///< logarithm of the root mean square of the subject's departures
  Matrix deviations;  ///< subjects × measures in the site's robust units, within ±10
  /// Subjects × measures: each value minus its prediction by the subject's others, in robust
  /// deviations of such residuals, within ±20; 0 where missing.
  Matrix departures;
  RobustUnits units;
};

/// Rates bent values. `odd` combines the distance to the ordinary half of the learners with the
/// position along the direction, if there is one. `unfit` is the root mean square departure, by the
/// covariance of the ordinary half and of the other sites' groups. A subject of the half is left
/// out of its own comparison.
/// @param bent subjects × measures, NaN where missing
/// @param learners the rows that units, half and covariance are learned from; at least 10
Rating rated(const Matrix& bent, const std::vector<Eigen::Index>& learners,
             const RatingBasis& basis);

}  // namespace dsne::quality
