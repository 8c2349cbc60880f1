#pragma once

#include <optional>
#include <vector>

#include "core/matrix.h"
#include "quality/own_scores.h"
#include "quality/verdict_model.h"

namespace dsne::quality {

/// What a person is asked to do about a subject, in ascending order.
enum class Flag {
  none,
  /// Check it, too, though it is on no list: only sizes and spacing list it, or it lacks measures.
  also_check,
  flagged,  ///< look at it: it is on a list
};

/// The lists of a site's own subjects, and what they say together of each.
struct OutlierScores {
  OwnScores lists;
  /// One per subject: the share of the site's subjects whose larger score of `odd` and
  /// `inconsistent` is lower.
  Vector scores;
  std::vector<Flag> flags;  ///< one per subject
  /// The measures of the lists that a subject is on, or of the oddest tenth. Empty for others.
  std::vector<std::vector<OddMeasure>> reasons;
  /// The number of missing values of each subject with too many (flag_lacking), 0 for others; empty
  /// when not counted.
  std::vector<Eigen::Index> lacks;
};

/// Adds a list of what raters elsewhere would exclude to a site's scores, with a share for each
/// subject. A subject is listed if its position along the model is 2.5 typical spreads above the
/// site's median; nobody is if raters elsewhere excluded less than half of such scans. The lists of
/// odd and inconsistent subjects do not change. Reasons are the measures that contribute most, with
/// their deviations from the site's median.
/// @param scores own_scores of the same records; unchanged with fewer than least_compared compared
///   records
/// @param model  never learned from this site's verdicts; with the records' measures
void add_verdict_list(OwnScores& scores, const OwnRecords& own, VerdictModel model);

/// Merges the lists.
OutlierScores outliers_of(OwnScores lists);

/// Returns the scores of the first subjects.
OutlierScores of_first(OutlierScores scores, std::size_t subjects);

/// Flags subjects with more than largest_share_lacking of their values missing, to check. With
/// ordinary values in their place they would look ordinary, and often they are missing because the
/// scan is bad.
/// @param missing the number of missing values of each subject
/// @param measures the number of measures at the site
void flag_lacking(const std::vector<Eigen::Index>& missing, Eigen::Index measures,
                  OutlierScores& scores);

/// Returns whether raters elsewhere would exclude a subject.
bool is_like_excluded(const OutlierScores& scores, std::size_t subject);

/// Returns the rows of the subjects with a flag: the flagged first, then those to check. Who is on
/// two of the lists comes before who is on one, then who raters elsewhere would exclude, then the
/// odd, each the highest score first: in this order raters excluded most
/// (bench/outliers/results-public-map.md).
std::vector<std::size_t> subjects_with_flag(const OutlierScores& scores);

}  // namespace dsne::quality
