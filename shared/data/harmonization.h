#pragma once

#include "data/normalization.h"

namespace dsne::data {

/// How a site's subjects are brought to the location and spread that all sites' scaling is in,
/// feature by feature. Scanners differ, and what all of a site's subjects share is then gone.
///   none    not at all
///   site    by the site's own location and spread
///   combat  by these, drawn to what the site's other features have by empirical Bayes (Johnson,
///           Li & Rabinovic 2007), with the reference as the batch that the others are brought to
enum class Harmonization { none, site, combat };

/// Fewer subjects do not tell what is their scanner's: they stay as they are.
inline constexpr Eigen::Index least_harmonized = 5;

/// A smaller spread of a site, in the scaling's units, is taken for this: rounded values must not
/// become subjects far out.
inline constexpr double least_spread = 0.05;

/// What a site's subjects share of each feature, in a scaling's units.
struct SiteEffect {
  RowVector location;
  RowVector spread;
};

/// @param points a site's subjects (points × features) as they were measured; gaps are NaN and
/// count for nothing
/// @pre the scaling is `zscore` or `robust`; the effect is taken by mean and standard deviation, or
/// by median and interquartile range / 1.349
SiteEffect site_effect(const Matrix& points, const Scaling& scaling, Harmonization kind);

/// Subjects in the scaling's units (`apply`) without the effect, and within its limit. Gaps lie
/// where the site does, at 0, as do features without spread.
Matrix without_effect(const Matrix& points, const Scaling& scaling, const SiteEffect& effect);

}  // namespace dsne::data
