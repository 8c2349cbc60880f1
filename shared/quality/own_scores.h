#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// A site's own subjects.
struct OwnRecords {
  Matrix values;  ///< subjects × measures, in the measures' units; missing values filled, finite
  /// How many of each subject's values were missing; empty if none was. A subject that lacks more
  /// than a fifth of the measures is scored, but changes no other subject's score.
  std::vector<Eigen::Index> filled;
};

/// A measure that explains a score.
struct ScoreReason {
  Eigen::Index measure = 0;
  /// For `odd` the value in the site's robust deviations off its median, for `unfit` the same off
  /// what the subject's other measures make expected; signed.
  double deviation = 0;
};

/// One of the two lists: a score for every subject, and who is listed.
struct ScoreList {
  Vector scores;             ///< lower half-widths above the site's median
  std::vector<bool> listed;  ///< one per subject
  /// For each listed subject one to five measures, the largest deviation first; empty for others.
  std::vector<std::vector<ScoreReason>> reasons;
};

/// Scores of a site's own subjects. They are empty lists of zeros if fewer than 10 different
/// subjects have enough measures.
struct OwnScores {
  ScoreList odd;                ///< far from the site's ordinary subjects
  ScoreList unfit;              ///< values that are unusual given the subject's other measures
  bool uses_direction = false;  ///< whether other sites' odd groups tell what odd scans look like
};

inline constexpr double odd_threshold = 3;
inline constexpr double unfit_threshold = 4;

/// Scores a site's subjects from its own records and the other sites' summaries.
///
/// Listed is whose score is above odd_threshold or unfit_threshold and who is rarer than one in 200
/// normally distributed subjects with the site's correlations (rarer_than_normal). On `unfit` is
/// also who differs in a measure in which 19 of 20 of the site's subjects do not. Records that are
/// exact copies count once when scales are learned.
/// @param own    at least one row; at most some hundred measures (take components of wider data)
/// @param others summaries with the same measures; without any, distance alone makes `odd`
/// @return the same bits for the same input, whatever the number of threads
OwnScores own_scores(const OwnRecords& own, const std::vector<SummarizedSite>& others);

}  // namespace dsne::quality
