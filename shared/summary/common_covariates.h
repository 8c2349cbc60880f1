#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
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
};

/// Finds the covariates that all summaries have. Slopes are the means of the sites', weighted by
/// subjects × the covariate's variance at the site, as their errors are smallest so
/// (bench/summary_map).
/// @throws InputError when summaries tell a covariate by different words
CommonCovariates common_covariates(const std::vector<Summary>& summaries);

/// Returns the values of the common covariates in a summary's rows: rows × covariates.
/// @pre the summary has them
Matrix values_of(const CommonCovariates& common, const Summary& summary);

/// Returns the variance that the common covariates explain of each measure over a site's subjects:
/// that between its rows and that within.
RowVector explained_variance(const CommonCovariates& common, const Summary& summary);

/// Returns what is left of each measure's variance, at least a twentieth of it.
RowVector left_variance(const RowVector& variance, const RowVector& explained);

/// Returns a summary whose measures lack what its rows' covariates explain, less what the site's
/// mean explains; its spread as far as covariates explain it within rows, at most to a twentieth of
/// its variance.
Summary adjusted(Summary summary, const CommonCovariates& common);

}  // namespace dsne::summary
