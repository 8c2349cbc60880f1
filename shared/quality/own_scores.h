#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "quality/summarized_site.h"
#include "quality/verdict_model.h"

namespace dsne::quality {

/// A site's own subjects.
struct OwnRecords {
  Matrix values;  ///< records × measures, in the measures' units; NaN where missing
  std::vector<std::string> persons;  ///< of each record; empty if all are different persons
  /// Which records may be compared with, where an earlier table decides; empty for all.
  std::vector<bool> judging = {};
};

/// A subject with a larger share of missing values is to check.
inline constexpr double largest_share_lacking = 0.2;

/// The records that others are compared with, which decide what is ordinary. A record with more
/// than largest_share_lacking of the site's measures missing is not compared, and is no copy.
struct ComparedRecords {
  /// Rows of different persons with different values. A person counts by one record: the first
  /// person by the first, the second by the second, and so on in turn, since the first records of
  /// all may be of one task or echo.
  std::vector<Eigen::Index> rows;
  Eigen::Index records = 0;  ///< all compared records
  Eigen::Index copies = 0;   ///< records equal to another one in every measure
  Eigen::Index persons = 0;  ///< of these records
};

/// A measure that explains a score.
struct OddMeasure {
  Eigen::Index feature = 0;  ///< its column
  double value = 0;          ///< the subject's value, as measured
  double low = 0, high = 0;  ///< OwnScores::usual_low and usual_high
  /// Whether the value is far from the usual ones, or nearly all of the site's others share one.
  /// Otherwise it does not fit the subject's other measures.
  bool extreme = false;
  /// For `inconsistent` the value's distance from the prediction by the subject's other measures,
  /// else from the site's median, in robust deviations; signed.
  double deviation = 0;
};

/// A list: a score for every subject, and which ones are listed.
struct ScoreList {
  Vector scores;             ///< typical spreads above the site's median
  std::vector<bool> listed;  ///< one per subject
  /// One to five measures for each listed subject and the tenth with the highest scores, the
  /// largest deviation first; empty for others.
  std::vector<std::vector<OddMeasure>> reasons;
  /// Scores of the measures less what covariates explain of them, by which nobody is listed; empty
  /// without covariates that all summaries have.
  Vector adjusted = {};
};

/// Scans that raters elsewhere would exclude, by a model of their verdicts (add_verdict_list). A
/// list of its own: mixed with the others it would hide planted damage.
struct VerdictList : ScoreList {
  /// The share that raters excluded of scans in the same positions at left-out sites.
  double share_excluded = 0;
  VerdictModel model;
};

/// Scores of a site's own subjects. They are empty lists of zeros if fewer than least_compared
/// records can be compared with.
struct OwnScores {
  ScoreList odd;                ///< far from the site's ordinary subjects
  ScoreList inconsistent;       ///< values that are unusual given the subject's other measures
  bool uses_direction = false;  ///< whether the other sites' rows tell what odd scans look like
  ComparedRecords compared;
  /// The central 98 % of a normal distribution with the site's median and robust deviation, for
  /// each measure; empty without lists.
  RowVector usual_low, usual_high;
  /// `scores` are the share of such scans that raters elsewhere excluded, 0 to 1. Empty if other
  /// sites' summaries hold too few verdicts.
  std::optional<VerdictList> like_excluded = {};
  /// What the other sites' summaries share of verdicts; empty where none were asked.
  std::optional<SharedVerdicts> verdicts_elsewhere = {};
};

/// At most this percentage of normally distributed subjects is on either list. Tested with
/// independent and correlated measures, up to this number of measures and from this number of
/// subjects to 900 (own_scores_test.cpp); the share is not known beyond that.
inline constexpr int percent_listed_by_chance = 2;
inline constexpr Eigen::Index most_measures_tried = 40;
inline constexpr std::size_t least_subjects_tried = 30;

/// The least number of compared records that make lists.
inline constexpr std::size_t least_compared = 12;

/// Which of a site's lists to make: each takes half of the time.
enum class WantedLists { both, odd, inconsistent };

/// Scores a site's subjects from its own records and other sources: the other sites' summaries, and
/// a reference.
///
/// A subject is listed if its score is above 2 (`odd`) or 3 (`inconsistent`) and it is rarer than
/// one in 200 normally distributed subjects with the site's correlations (quality/rating.h). A
/// value that is farther from all others' than these are from each other also lists a subject as
/// odd; a difference in a measure that is constant in 19 of 20 of the site's subjects also lists it
/// as inconsistent. The ordinary range is learned from ComparedRecords. A missing value counts as
/// the site's median and is no reason.
///
/// With more than most_measures, scores use at most 50 principal components of the site's own
/// records, on one scale, and the residual. Summaries and rare differences are then not used, and
/// the reasons of both lists are the measures furthest from the site's median.
/// @param own at least one row
/// @param others sources with the same measures; without any, `odd` is distance alone
/// @param wanted nobody is on the other list
/// @return the same bits for the same input, whatever the number of threads
OwnScores own_scores(const OwnRecords& own, const std::vector<SummarizedSite>& others,
                     WantedLists wanted = WantedLists::both);

}  // namespace dsne::quality
