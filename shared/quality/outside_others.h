#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// A measure whose middle at a site lies outside all values that it is compared with.
struct OutsideMeasure {
  Eigen::Index measure = 0;
  /// How far the site's median is from the others', signed: in their typical deviations.
  double deviation = 0;
};

/// Compares a site's medians with the rows of the other sites' summaries, measure by measure.
/// Single subjects, as of a reference, reach further than groups: they are compared with only if
/// there are fewer than two summaries. A single summary is not compared with.
/// @param medians the site's median of each measure, NaN where it has none
/// @param others  sources with the same measures
/// @return the measures whose median is below or above all rows, the largest deviation first
std::vector<OutsideMeasure> outside_others(const RowVector& medians,
                                           const std::vector<SummarizedSite>& others);

}  // namespace dsne::quality
