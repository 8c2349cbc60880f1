#pragma once

#include <optional>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// What another site's summary says of its subjects.
struct SummarizedSite {
  Matrix means;      ///< groups × measures, in the measures' units
  Vector subjects;   ///< how many subjects each row stands for, above 0
  RowVector spread;  ///< each measure's standard deviation within groups, at least 0
  /// Each row's share of subjects whom raters excluded, above 0 and below 1; nothing where the
  /// summary tells no verdicts.
  std::optional<Vector> excluded = {};
};

/// A summary's rows in robust-like units of its site.
struct ScaledSite {
  Matrix rows;                  ///< groups × measures, bent and centred, within ±4 deviations
  Vector subjects;              ///< as in the summary
  RowVector deviation;          ///< the site's standard deviation of each bent measure
  std::vector<bool> odd_group;  ///< the fifth of the rows that is farthest from the others
  Vector excluded = {};         ///< each row's share of excluded subjects; empty where not known
};

/// Scales a summary by its own mean and deviation, and finds its odd groups: the fifth with the
/// largest mean distance to the nearer half of the groups. A summary of a single row has none.
/// @pre at least one row; finite
ScaledSite scaled_site(const SummarizedSite& site);

/// Returns for each measure the median of the sites' deviations; 0 without sites.
RowVector typical_deviations(const std::vector<ScaledSite>& sites, Eigen::Index measures);

/// Returns half of those, the least deviation that a site's own subjects count with.
RowVector least_deviations(const std::vector<ScaledSite>& sites, Eigen::Index measures);

/// Returns the direction that separates the sites' odd groups from their other groups, by linear
/// discriminant analysis with a ridge of three mean variances.
/// @return one weight per measure; all 0 where there is nothing to separate
Vector odd_direction(const std::vector<ScaledSite>& sites);

/// Tells how well the direction finds the odd groups of a site that it was not learned from: the
/// mean AUC over sites left out in turn. 0 if fewer than three sites have five rows or more.
double left_out_accuracy(const std::vector<ScaledSite>& sites);

/// The least left_out_accuracy with which the direction is used.
inline constexpr double least_left_out_accuracy = 0.6;

}  // namespace dsne::quality
