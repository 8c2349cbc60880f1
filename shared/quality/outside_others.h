#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// A measure whose middle at a site lies outside all other sites' values.
struct OutsideMeasure {
  Eigen::Index measure = 0;
  double middle = 0;         ///< the site's median
  double low = 0, high = 0;  ///< the least and the largest mean of a group at another site
  /// How far the site's median is from the median of the others' rows, in the others' typical
  /// deviations within a site, signed.
  double deviation = 0;
};

/// Compares a site's medians with the rows of the other sites' summaries, measure by measure.
/// @param medians the site's median of each measure, NaN where it has none
/// @param others  summaries with the same measures; with fewer than two sites nothing is outside
/// @return the measures whose median is below or above all rows, the largest deviation first
std::vector<OutsideMeasure> outside_others(const RowVector& medians,
                                           const std::vector<SummarizedSite>& others);

}  // namespace dsne::quality
