#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/comparison_space.h"

namespace dsne::quality {

/// A measure that makes a subject odd.
struct OddMeasure {
  Eigen::Index feature = 0;  ///< its column
  double value = 0;          ///< the subject's, as measured
  double low = 0, high = 0;  ///< 1 % of the reference's values are below `low`, 1 % above `high`
  /// Whether the value is extreme by itself: outside low to high, and more than 3 deviations off
  /// the reference's median and, to the same side, off the site's own. If not, the value may be an
  /// ordinary one that does not fit the subject's others.
  bool extreme = false;
  /// The value's deviations_off the reference's median, as ComparisonSpace compares values.
  double deviation = 0;
  /// How far the value is from what the subject's other measures make expected, in standard
  /// deviations of such departures (ComparisonSpace::departures), signed.
  double departure = 0;
};

/// For each subject that is to be explained the measures that make it odd, one to five; none for
/// others. First come those that are extreme, by the smaller of their deviations from the
/// reference's median and the site's (of a site with fewer than eight subjects, from the
/// reference's): a scanner's peculiarity is no subject's. Then, with these set to what the others
/// make expected, that of the largest departure, and so on, as long as one is beyond 3. Where there
/// is none of either, that of the largest departure.
/// @param own, reference as many columns, as they were measured; at least one row each
std::vector<std::vector<OddMeasure>> odd_measures(const Matrix& own, const Matrix& reference,
                                                  const ComparisonSpace& space,
                                                  const std::vector<bool>& explained);

}  // namespace dsne::quality
