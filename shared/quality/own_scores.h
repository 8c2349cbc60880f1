#pragma once

#include <optional>
#include <vector>

#include "core/matrix.h"
#include "quality/own_records.h"
#include "quality/summarized_site.h"
#include "quality/verdict_model.h"

namespace dsne::quality {

/// A measure that explains a score.
struct ScoreReason {
  Eigen::Index measure = 0;
  /// For `odd` the value in the site's robust deviations off its median, for `unfit` the same off
  /// what the subject's other measures make expected; signed.
  double deviation = 0;
  bool rare = false;  ///< whether nearly all of the site's subjects have one value, and this not
};

/// One of the two lists: a score for every subject, and who is listed.
struct ScoreList {
  Vector scores;             ///< lower half-widths above the site's median
  std::vector<bool> listed;  ///< one per subject
  /// For each listed subject and the tenth of the highest scores one to five measures, the largest
  /// deviation first; empty for others.
  std::vector<std::vector<ScoreReason>> reasons;
};

/// What raters elsewhere would exclude, by a model of their verdicts (add_verdict_list). It is a
/// list of its own: a mixture with the others would hide planted damage.
struct VerdictList : ScoreList {
  /// Of scans at sites left out that lie as the listed do, the share that raters excluded.
  double share_excluded = 0;
  VerdictModel model;
};

/// Scores of subjects whose measures lack what covariates explain of them.
struct AdjustedScores {
  Vector odd, unfit;  ///< as ScoreList::scores; nobody is listed by them
};

/// Scores of a site's own subjects. They are empty lists of zeros if fewer than least_compared
/// records can be compared with.
struct OwnScores {
  ScoreList odd;                ///< far from the site's ordinary subjects
  ScoreList unfit;              ///< values that are unusual given the subject's other measures
  bool uses_direction = false;  ///< whether the other sites' rows tell what odd scans look like
  ComparedRecords compared;
  /// Each measure's values that 98 % of a normal distribution with the site's median and robust
  /// deviation lie between; empty without lists.
  RowVector usual_low, usual_high;
  /// `scores` are 0 to 1: the share of such scans that raters elsewhere excluded. Nothing where
  /// other sites' summaries tell too few verdicts.
  std::optional<VerdictList> like_excluded = {};
  std::optional<AdjustedScores> adjusted = {};  ///< where all summaries have a covariate
};

/// At most so many of a hundred normally distributed subjects are on either list, with so many
/// measures at most and so many subjects at least: independent and correlated, up to 900 subjects
/// (own_scores_test.cpp). Beyond that no share is known.
inline constexpr int percent_listed_by_chance = 2;
inline constexpr Eigen::Index most_measures_tried = 40;
inline constexpr std::size_t least_subjects_tried = 30;

/// Fewer records make no lists.
inline constexpr std::size_t least_compared = 12;

/// Data with more measures, as images, is compared by its principal components.
inline constexpr Eigen::Index most_measures = 300;

/// Scores a site's subjects from its own records and the other sites' summaries.
///
/// Listed is whose score is above 2 (`odd`) or 3 (`unfit`) and who is rarer than one in 200
/// normally distributed subjects with the site's correlations (rarer_than_normal). On `odd` is also
/// who has a value that is far from all others' (has_far_value), on `unfit` who differs in a
/// measure in which 19 of 20 of the site's subjects do not. What is ordinary is learned from
/// compared_records. A missing value counts as the site's median and is no reason.
///
/// With more than most_measures, scores are by at most 50 principal components of the site's own
/// records, on one scale, and what these leave over; summaries and rare differences play no part,
/// and reasons of both lists are the measures furthest from the site's median.
/// @param own    at least one row
/// @param others summaries with the same measures; without any, distance alone makes `odd`
/// @return the same bits for the same input, whatever the number of threads
OwnScores own_scores(const OwnRecords& own, const std::vector<SummarizedSite>& others);

}  // namespace dsne::quality
