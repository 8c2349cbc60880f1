#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
#include "data/normalization.h"
#include "summary/summary.h"

namespace dsne::summary {

/// What covariates explain of the measures at all sites: the covariates that all summaries have.
struct CommonCovariates {
  std::vector<std::string> names;     ///< as Covariates has them; empty for none
  std::vector<std::string> left_out;  ///< what some summaries have and others lack, by base
  RowVector middle;                   ///< each covariate's mean over all subjects
  Matrix slopes;                      ///< covariates × measures

  /// Returns what these values explain, less what the middle explains: rows × measures.
  Matrix explained(const Matrix& values) const;

  /// Returns what is explained of a summary's rows; 0 without names. @pre it has these covariates
  Matrix explained(const Summary& summary) const;
};

/// Finds the covariates that all summaries have. Slopes are the means of the sites', weighted by
/// subjects × the covariate's variance at the site, as their errors are smallest so
/// (bench/summary_map).
/// @throws InputError when summaries tell a covariate by different words
CommonCovariates common_covariates(const std::vector<Summary>& summaries);

/// Returns the values of the common covariates in a summary's rows: rows × covariates.
/// @pre the summary has them
Matrix values_of(const CommonCovariates& common, const Summary& summary);

/// Returns a summary whose measures lack what its rows' covariates explain, less what the site's
/// mean explains; its spread as far as covariates explain it within rows, at most to a twentieth of
/// its variance.
Summary adjusted(Summary summary, const CommonCovariates& common);

/// A source's effect on each measure, such as its scanner's: the location and spread of its values.
using data::SiteEffect;

/// Computes the weighted mean of a summary's rows, and the standard deviation of the subjects
/// behind them, including that within groups. Both at the middle of the common covariates: what
/// these explain is no effect of the site. Of the variance at least a twentieth is left.
SiteEffect effect_of(const Summary& summary, const CommonCovariates& covariates = {});

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
