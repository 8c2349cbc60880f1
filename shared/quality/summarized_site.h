#pragma once

#include <optional>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// Another site's summary, as scores use it.
struct SummarizedSite {
  Matrix means;      ///< groups × measures, in the measures' units
  Vector subjects;   ///< the number of subjects in each row, above 0
  RowVector spread;  ///< each measure's standard deviation within groups, at least 0
  /// Each row's share of subjects whom raters excluded, above 0 and below 1; empty if the summary
  /// has no verdicts.
  std::optional<Vector> excluded = {};
};

/// A summary's rows in robust-like units of its site.
struct ScaledSite {
  Matrix rows;           ///< groups × measures, bent and centred, within ±4 deviations
  Vector subjects;       ///< as in the summary
  RowVector deviation;   ///< the site's standard deviation of each bent measure
  Vector oddness;        ///< log of each row's mean distance to the nearer half of the others
  Vector excluded = {};  ///< each row's share of excluded subjects; empty where not known
};

/// Scales a summary by its own mean and deviation, and measures how odd its rows are. The oddness
/// of a single row is 0.
/// @pre at least one row; finite
ScaledSite scaled_site(const SummarizedSite& site);

/// Returns for each measure the median of the sites' deviations; 0 without sites.
RowVector typical_deviations(const std::vector<ScaledSite>& sites, Eigen::Index measures);

/// Returns half of the typical deviations: the least deviation used for a site's own subjects.
RowVector least_deviations(const std::vector<ScaledSite>& sites, Eigen::Index measures);

/// Returns the direction along which the sites' rows become odder: the ridge regression of their
/// oddness, less its mean at the site, on the rows. The ridge is ten mean variances.
/// @return one weight per measure; all 0 where no row differs
Vector odd_direction(const std::vector<ScaledSite>& sites);

/// Returns how well the direction orders the rows of a site that it was not learned from by their
/// oddness: the probability that it orders two subjects of different rows rightly, the mean over
/// sites left out in turn. 0 if fewer than three sites have five rows or more; 0.5 by chance.
double left_out_accuracy(const std::vector<ScaledSite>& sites);

/// The least left_out_accuracy with which the direction is used.
inline constexpr double least_left_out_accuracy = 0.55;

}  // namespace dsne::quality
