#pragma once

#include <vector>

#include "core/matrix.h"
#include "quality/judged_reference.h"
#include "quality/odd_measures.h"
#include "quality/oddness.h"

namespace dsne::quality {

/// Outlier scores of a site's subjects.
struct OutlierScores {
  /// One per subject, 0 to 1: the share of reference points that are less odd.
  Vector scores;
  Vector ratings;             ///< one per subject: tells apart who is odder than all others
  std::vector<bool> flagged;  ///< whether a subject is beyond the threshold
  /// Whether a subject is worth checking though not flagged: odd at its own site, and at least
  /// least_score_to_check (docs/outliers.md, "Also to check").
  std::vector<bool> also_check;
  /// What makes each subject odd that is flagged or also to check, see odd_measures; of those on
  /// two lists (own_scores) of the oddest tenth, too. None for others.
  std::vector<std::vector<OddMeasure>> reasons;
  /// Whether such a subject is nearer to those that raters excluded from the reference than to
  /// those accepted, and more so than 95 % of these (likeness); or is also to check because it is
  /// like them beside its site's others. False without such a reference.
  std::vector<bool> like_excluded;
  /// How many measures each subject lacks that lacks too many (list_lacking), 0 for others; empty
  /// when nobody has looked.
  std::vector<Eigen::Index> lacks;
  /// How many of the reference's subjects raters excluded.
  Eigen::Index excluded = 0;
  /// The share of good subjects that is flagged by chance: 0.01 or a little less from 99 reference
  /// points on. With n, fewer than 99, only who is odder than every one of them is flagged, and the
  /// share is 1/(n + 1). With fewer than 19 nobody is flagged and it is 0.
  double expected_false_alarms = 0;
};

/// Subjects of a lower score are not also to check.
inline constexpr double least_score_to_check = 0.9;

/// A subject that lacks a larger share of the measures is worth checking.
inline constexpr double largest_share_lacking = 0.2;

/// Puts subjects that lack more than largest_share_lacking of the measures on the list to check:
/// with ordinary values in their gaps they look ordinary, and often lack them for being bad.
/// @param missing how many measures each subject lacks, of so many that the site has
void list_lacking(const std::vector<Eigen::Index>& missing, Eigen::Index measures,
                  OutlierScores& scores);

/// Whether list_lacking found that a subject lacks too many.
bool lacks_measures(const OutlierScores& scores, std::size_t subject);

/// Whether a subject is flagged or also to check.
bool is_listed(const OutlierScores& scores, std::size_t subject);

/// The same of every subject.
std::vector<bool> are_listed(const OutlierScores& scores);

/// The rows of those listed: the flagged first, then those also to check, each the oddest first (by
/// score, then by rating).
std::vector<std::size_t> listed(const OutlierScores& scores);

/// How odd each of a site's subjects is, calibrated on the reference so that the scores of
/// different sites can be compared. Nothing but the site's own subjects and the public reference is
/// used.
///
/// A subject is rated by its oddness, in a ComparisonSpace learnt from reference and site, in the
/// reference's units or in its site's own, whichever is more (also_in_own_units). So one is odd
/// that is like nobody known, and not because its whole site is a little apart: that is site_shift.
/// Where raters excluded at least 10 of the reference's subjects, its likeness to those is added,
/// in the reference's units. Accepted reference points are rated in the same way. Where a good
/// subject is drawn as they are, its rank among them is nearly uniform, which makes the threshold a
/// conformal one (Vovk, Gammerman, Shafer 2005; Laxhammar & Falkman 2010); nearly, since the
/// ordinary half and a site's own units are learnt from the site.
///
/// Also to check is who is not flagged but odd_at_own_site, by a score of at least
/// least_score_to_check; or whose likeness to those that raters excluded is so, beside the site's
/// others and beside as large a share of the accepted.
///
/// How the score was chosen is told in docs/outliers.md. Of more than 1,000 reference points that
/// many, evenly spaced, are used. The same input gives the same bits, whatever the number of
/// threads.
/// @param own, reference at least one row each, as many columns, at least one; finite; the measures
///   as they are, not yet normalised or reduced
OutlierScores outlier_scores(const Matrix& own, const JudgedReference& reference);

/// The ratings that outlier_scores ranks: a larger one is odder.
Rated outlier_ratings(const Matrix& own, const JudgedReference& reference);

/// How far a site as a whole lies from the reference, as by another scanner or a wrong unit: the
/// energy coefficient 1 − (E‖X−X'‖ + E‖Y−Y'‖)/(2E‖X−Y‖) of the site's subjects X and the
/// reference's points Y (Székely & Rizzo 2013), in a ComparisonSpace learnt from the reference, by
/// at most 1,000 evenly spaced points of each. 0 when both have one distribution (a little less by
/// chance), near 1 when they are far apart. 0, too, where there is too little to say: fewer than 5
/// subjects or 20 reference points.
///
/// It is no test, and tells no wrong unit from another scanner: between real sites it is anything
/// from 0.07 to 0.96. See docs/outliers.md.
/// @param own, reference as for outlier_scores
double site_shift(const Matrix& own, const Matrix& reference);

}  // namespace dsne::quality
