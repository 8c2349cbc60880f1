#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::data {

/// The scaling of features before distances are computed.
///   none     as they are
///   row_max  each row divided by its largest absolute value (the published plugin's)
///   zscore   (x − mean) / standard deviation, both of the reference
///   robust   (x − median) / (interquartile range / 1.349), both of the reference
enum class Normalization { none, row_max, zscore, robust };

/// The greatest scaled distance from the centre, in deviations, so that the choice of the reference
/// cannot make a subject's value overflow.
inline constexpr double largest_deviation = 1e6;

/// A shift and a scale per feature, learned from the reference.
struct Scaling {
  Normalization kind = Normalization::none;
  RowVector centre;  ///< 1 × features
  RowVector scale;   ///< 1 × features, never 0: a feature without spread is only centred
  /// The features without spread, found by `zscore` and `robust`.
  std::vector<Eigen::Index> without_spread = {};
  double limit = largest_deviation;  ///< the greatest deviation from the centre: 10 with `robust`,
                                     ///< so that neither one subject nor one feature, such as a
                                     ///< nearly constant voxel size, outweighs all others
};

/// Learns the scaling from the reference (points × features). Standard
/// deviations are those of the population (ddof 0); a feature whose interquartile range is 0 takes
/// its standard deviation. A feature has no spread when its deviation is at most 1e-12 of its
/// largest absolute value.
Scaling fit_scaling(const Matrix& reference, Normalization kind);

/// Scales points (points × features); within ±limit if the units are deviations. Finite for finite
/// points.
Matrix apply(const Scaling& scaling, Matrix points);

/// The harmonization of a site's subjects: per feature, to the location and spread of all sites'
/// scaling. This removes a scanner's effect, and anything else that all of a site's subjects share.
///   none    not at all
///   site    by the site's own location and spread
enum class Harmonization { none, site };

/// Fewer subjects do not show their scanner's effect, and are not harmonized.
inline constexpr Eigen::Index least_harmonized = 5;

/// The least spread of a site, in the scaling's units, so that rounded values do not become
/// outliers.
inline constexpr double least_spread = 0.05;

/// A site's effect on each feature: the location and spread of its values.
struct SiteEffect {
  RowVector location;
  RowVector spread;
};

/// Computes a site's effect, by mean and standard deviation, or by median and interquartile range /
/// 1.349. A site of fewer than least_harmonized subjects has none: location 0, spread 1.
/// @param points a site's subjects (points × features), as measured; NaN (missing) is ignored
/// @pre the scaling is `zscore` or `robust`
SiteEffect site_effect(const Matrix& points, const Scaling& scaling);

/// Returns subjects in the scaling's units (`apply`) without the effect, and within its limit.
/// Missing values and features without spread are 0.
Matrix without_effect(const Matrix& points, const Scaling& scaling, const SiteEffect& effect);

}  // namespace dsne::data
