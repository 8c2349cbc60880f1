#pragma once

#include <vector>

#include "core/matrix.h"
#include "summary/common_covariates.h"
#include "summary/summary.h"

namespace dsne::summary {

/// A source's effect on each measure, such as its scanner's: the location and spread of its values.
struct SiteEffect {
  RowVector location;
  RowVector spread;
};

/// Computes the weighted mean of a summary's rows, and the standard deviation of the subjects
/// behind them, including that within groups.
SiteEffect effect_of(const Summary& summary);

/// The same at the middle of the common covariates: what these explain is no effect of the site. Of
/// the variance at least a twentieth is left.
SiteEffect effect_of(const Summary& summary, const CommonCovariates& covariates);

/// Mean and standard deviation of single points; 0 and 0 of none.
SiteEffect effect_of(const Matrix& points);

/// Computes the effect that replaces all others: the means of their locations and spreads, weighted
/// by subjects.
/// @param weights one per effect
SiteEffect common_effect(const std::vector<SiteEffect>& effects,
                         const std::vector<double>& weights);

/// What each measure's deviations from its source's location are multiplied by. A spread below a
/// twentieth of the common one counts as that.
RowVector factor_of(const SiteEffect& own, const SiteEffect& common);

/// Points with their source's effect replaced by the common one.
Matrix harmonized(const Matrix& points, const SiteEffect& own, const SiteEffect& common);

/// A summary with its effect replaced, its deviation within groups included. What its covariates
/// explain stays.
Summary harmonized(Summary summary, const SiteEffect& own, const SiteEffect& common,
                   const CommonCovariates& covariates);

}  // namespace dsne::summary
