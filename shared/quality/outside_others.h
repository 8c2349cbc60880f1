#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// A measure whose middle at a site lies outside all values that it is compared with.
struct OutsideMeasure {
  Eigen::Index measure = 0;
  /// How far the site's median is from the others', signed: in their typical deviations within a
  /// site, or in the reference's robust deviations.
  double deviation = 0;
};

/// Compares a site's medians with the rows of the other sites' summaries, measure by measure.
/// @param medians the site's median of each measure, NaN where it has none
/// @param others  summaries with the same measures; with fewer than two sites nothing is outside
/// @return the measures whose median is below or above all rows, the largest deviation first
std::vector<OutsideMeasure> outside_others(const RowVector& medians,
                                           const std::vector<SummarizedSite>& others);

/// Compares a site's medians with a given reference's points, measure by measure.
/// @param reference points × features, finite; with fewer than 20 points nothing is outside
/// @return the measures whose median is below or above all points, the largest deviation first
std::vector<OutsideMeasure> outside_reference(const RowVector& medians, const Matrix& reference);

}  // namespace dsne::quality
