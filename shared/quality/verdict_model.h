#pragma once

#include <optional>
#include <vector>

#include "core/matrix.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// Groups of subjects of which a share is of a class.
struct SharedGroups {
  Matrix rows;      ///< groups × measures
  Vector subjects;  ///< how many each group has
  Vector shares;    ///< 0 to 1, one per group; neither all 0 nor all 1
};

/// What a logistic regression found: the logit of the class is weights · row + intercept.
struct LogisticFit {
  Vector weights;
  double intercept = 0;
};

/// Fits a logistic regression to the groups' shares by Newton's method. A group counts by its
/// subjects, and both classes count alike. The mean loss plus penalty/2 · |weights|² is least; the
/// intercept is free.
/// @param penalty above 0
LogisticFit fit_shares(const SharedGroups& groups, double penalty);

/// What raters' verdicts at several sites teach of a scan, from summaries alone.
struct VerdictModel {
  Vector weights;             ///< one per measure, of values in the units of each site
  RowVector least_deviation;  ///< a site's own deviation of a bent measure counts as at least this
  /// Which share of scans at a position raters exclude at a site that the model has not learned
  /// from: 1/(1 + exp(−(slope · position + intercept))).
  double slope = 0;
  double intercept = 0;
  double penalty = 0;         ///< of the regression, chosen by leaving sites out
  double accuracy = 0;        ///< mean AUC over groups of sites left out
  Eigen::Index sites = 0;     ///< with verdicts
  Eigen::Index subjects = 0;  ///< of these sites
  Eigen::Index excluded = 0;  ///< of the subjects, at least so many
};

/// Fewer excluded subjects or sites make no model. A row that holds the least share that a summary
/// can tell may hold nobody, so it counts for none.
inline constexpr Eigen::Index least_excluded_subjects = 20;
inline constexpr Eigen::Index least_sites_with_verdicts = 2;

/// Learns from those of the summaries that have verdicts. The penalty is the largest whose mean AUC
/// on sites left out is within 0.01 of the best. Slope and intercept come from the same sites left
/// out.
/// @param sites with the same measures; never the one whose scans are to be judged
/// @return nothing where there are too few verdicts, or they teach nothing of sites left out
std::optional<VerdictModel> verdict_model(const std::vector<SummarizedSite>& sites);

/// The share of scans at these positions that raters would exclude, 0 to 1.
Vector excluded_shares(const VerdictModel& model, const Vector& positions);

}  // namespace dsne::quality
