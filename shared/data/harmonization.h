#pragma once

#include "data/normalization.h"

namespace dsne::data {

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
