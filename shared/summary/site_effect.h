#pragma once

#include <vector>

#include "core/matrix.h"
#include "summary/common_covariates.h"
#include "summary/summary.h"

namespace dsne::summary {

/// What the rows of one source share of each measure: its middle and its spread. Scanners differ,
/// so sites do before their subjects do.
struct SiteEffect {
  RowVector location;
  RowVector spread;
};

/// The weighted mean of a summary's rows and the standard deviation of the subjects behind them,
/// the deviation within groups included.
SiteEffect effect_of(const Summary& summary);

/// The same at the middle of the common covariates: what these explain is no effect of the site. Of
/// the variance at least a twentieth is left.
SiteEffect effect_of(const Summary& summary, const CommonCovariates& covariates);

/// Mean and standard deviation of single points; 0 and 0 of none.
SiteEffect effect_of(const Matrix& points);

/// What all sources are brought to: the means of their locations and spreads, weighted by subjects.
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
