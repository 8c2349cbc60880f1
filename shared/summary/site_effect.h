#pragma once

#include <vector>

#include "core/matrix.h"
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

/// Mean and standard deviation of single points; 0 and 0 of none.
SiteEffect effect_of(const Matrix& points);

/// What all sources are brought to: the means of their locations and spreads, weighted by subjects.
/// @param weights one per effect
SiteEffect common_effect(const std::vector<SiteEffect>& effects,
                         const std::vector<double>& weights);

/// Points with their source's effect replaced by the common one. A spread below a twentieth of the
/// common one counts as that.
Matrix harmonized(const Matrix& points, const SiteEffect& own, const SiteEffect& common);

/// A summary with its effect replaced, its deviation within groups included.
Summary harmonized(Summary summary, const SiteEffect& own, const SiteEffect& common);

}  // namespace dsne::summary
