#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// Groups of subjects with the share of each that belongs to a class.
struct SharedGroups {
  Matrix rows;      ///< groups × measures
  Vector subjects;  ///< per group
  Vector shares;    ///< 0 to 1, one per group; neither all 0 nor all 1
};

/// A logistic regression: the logit of the class is weights · row + intercept.
struct LogisticFit {
  Vector weights;
  double intercept = 0;
};

/// Fits a logistic regression to the groups' shares by Newton's method. A group has the weight of
/// its subjects, and both classes weigh the same. Minimises the mean loss plus penalty/2 ·
/// |weights|²; the intercept is not penalised.
/// @param penalty above 0
LogisticFit fit_shares(const SharedGroups& groups, double penalty);

/// Returns the probability that a subject of the class has a larger value than one of the other
/// class (AUC), where each value is a group's. A tie counts half.
/// @return NaN if a class is empty
double area_under_curve(const Vector& values, const Vector& subjects, const Vector& shares);

/// A model of raters' verdicts, learned from several sites' summaries alone.
struct VerdictModel {
  Vector weights;             ///< one per measure, for values in each site's own units
  RowVector least_deviation;  ///< the least deviation of a bent measure at a site
  /// The share of scans at a position that raters exclude, at a site that the model was not learned
  /// from: 1/(1 + exp(−(slope · position + intercept))).
  double slope = 0;
  double intercept = 0;
  double penalty = 0;         ///< of the regression, larger for more measures
  double accuracy = 0;        ///< mean AUC over groups of left-out sites
  Eigen::Index sites = 0;     ///< with verdicts
  Eigen::Index subjects = 0;  ///< of these sites
  Eigen::Index excluded = 0;  ///< the least number of excluded subjects
};

/// The verdicts that summaries share.
struct SharedVerdicts {
  Eigen::Index sites = 0;     ///< whose summaries tell of excluded subjects
  Eigen::Index excluded = 0;  ///< the least number of these subjects
};

/// A model needs as many of each.
inline constexpr SharedVerdicts least_verdicts{2, 20};

/// Counts the verdicts of summaries. A row with the least share that a summary can hold counts
/// none.
SharedVerdicts shared_verdicts(const std::vector<SummarizedSite>& sites);

/// Learns a model from the summaries that have verdicts. The penalty grows with the number of
/// measures: chosen on left-out sites, it judged subjects worse, since rows are few. Slope and
/// intercept come from left-out sites; the slope is drawn towards the regression's own, 1.
/// @param sites with the same measures; never the site whose scans are judged
/// @return nothing below least_verdicts, or if verdicts predict nothing at left-out sites
std::optional<VerdictModel> verdict_model(const std::vector<SummarizedSite>& sites);

/// Returns the share of scans at these positions that raters would exclude, 0 to 1.
Vector excluded_shares(const VerdictModel& model, const Vector& positions);

/// A model with the names of its measures.
struct NamedVerdictModel {
  std::vector<std::string> measures;  ///< one per weight, distinct
  VerdictModel model;
};

/// Writes the model as CSV for people and for parse_verdict_model: the header
/// "kind,name,value,least_deviation", a row of kind `about` for each number of the model, and a row
/// of kind `weight` for each measure, the largest weight first. Numbers read back as the same
/// doubles.
std::string verdict_model_csv(const NamedVerdictModel& model);

/// Reads the text of verdict_model_csv. Keeps the order of the measures.
/// @param input names the file in errors
/// @throws InputError when a row is malformed, a number is not finite, or a measure or number of
///   the model is missing or repeated
NamedVerdictModel parse_verdict_model(const std::string& text, const std::string& input);

}  // namespace dsne::quality
