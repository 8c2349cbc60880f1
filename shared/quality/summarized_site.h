#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// Data with more measures, such as images, is compared by its principal components and with no
/// other source.
inline constexpr Eigen::Index most_measures = 300;

/// Another site's summary, as scores use it, or a reference.
struct SummarizedSite {
  Matrix means;      ///< groups × measures, in the measures' units
  Vector subjects;   ///< the number of subjects in each row, above 0
  RowVector spread;  ///< each measure's standard deviation within groups, at least 0
  /// Each row's share of subjects whom raters excluded, above 0 and below 1; empty without
  /// verdicts.
  std::optional<Vector> excluded = {};
};

/// Returns a reference as one more source, whose rows are single subjects without spread: at most
/// 1,000 of its points, evenly spaced. Its labels are no verdicts: a model needs a second source of
/// them, and a map keeps no labels.
/// @return nothing for fewer than 20 points, or more than most_measures
std::optional<SummarizedSite> reference_source(const Matrix& points);

/// A summary's rows in robust-like units of its site.
struct ScaledSite {
  Matrix rows;          ///< groups × measures, bent and centred, within ±4 deviations
  Vector subjects;      ///< as in the summary
  RowVector deviation;  ///< the site's standard deviation of each bent measure
  Vector excluded;      ///< as in the summary; empty where not known
  Vector oddness;       ///< odd_direction's alone
};

/// Scales each summary by its own mean and deviation.
/// @pre each with at least one row; finite
std::vector<ScaledSite> scaled_sites(const std::vector<SummarizedSite>& sites);

/// Returns half of the typical deviations: the least deviation used for a site's own subjects.
RowVector least_deviations(const std::vector<ScaledSite>& sites, Eigen::Index measures);

/// Learns a direction, one weight per measure, from sites.
using DirectionOf = std::function<Vector(const std::vector<ScaledSite>&)>;

/// Returns for each site the positions of its rows along the direction that the other sites teach.
/// @pre two sites or more, with the same measures
std::vector<Vector> left_out_positions(const std::vector<ScaledSite>& sites,
                                       const DirectionOf& direction);

/// Returns the direction along which the sites' rows become odder: the ridge regression of their
/// oddness, less its mean at the site, on the rows. A row's oddness is the logarithm of its mean
/// distance to the nearer half of the site's others. The ridge is ten mean variances.
/// @return one weight per measure, all 0 where no row differs. Nothing unless at least three sites
///   have five rows or more, and the direction that the other sites teach orders a site's subjects
///   of different rows rightly with a probability of .55 or more, the mean over these sites
Vector odd_direction(std::vector<ScaledSite> sites);

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
