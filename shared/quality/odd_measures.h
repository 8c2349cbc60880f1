#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/comparison_space.h"

namespace dsne::quality {

/// A measure that makes a subject odd.
struct OddMeasure {
  Eigen::Index feature = 0;  ///< its column
  double value = 0;          ///< the subject's value, as measured
  double low = 0, high = 0;  ///< 1 % of the reference's values are below `low`, 1 % above `high`
  /// Whether the value is extreme by itself: outside low to high, and more than 3 deviations from
  /// the reference's median and, on the same side, from the site's. Otherwise the value may be
  /// ordinary but not fit the subject's others.
  bool extreme = false;
  /// The value's deviations_off from the reference's median, as ComparisonSpace compares values.
  double deviation = 0;
  /// How far the value is from its prediction by the subject's other measures, in standard
  /// deviations of such residuals (ComparisonSpace::departures), signed.
  double departure = 0;
};

/// Finds the one to five measures that make each explained subject odd.
///
/// Extreme measures come first, ordered by the smaller of their deviations from the reference's
/// median and the site's, because a scanner's peculiarity is not the subject's. (A site with fewer
/// than eight subjects is compared with the reference only.) These are then set to their
/// predictions by the others, and the measures with the largest departures follow, one at a time,
/// while a departure is beyond 3. If there is neither, the result is the measure with the largest
/// departure.
/// @param own, reference with the same columns, as measured; at least one row each
/// @return nothing for subjects that are not explained
std::vector<std::vector<OddMeasure>> odd_measures(const Matrix& own, const Matrix& reference,
                                                  const ComparisonSpace& space,
                                                  const std::vector<bool>& explained);

}  // namespace dsne::quality
