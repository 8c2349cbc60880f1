#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
#include "quality/odd_measures.h"
#include "quality/oddness.h"

namespace dsne::quality {

/// A reference, split by raters' verdicts.
struct JudgedReference {
  Matrix accepted;
  Matrix excluded = Matrix(0, accepted.cols());
};

/// Returns whether a reference's label means that raters excluded the subject: `exclude` or
/// `excluded`, in any case.
bool means_excluded(const std::string& label);

/// Splits a reference by its labels. All of it is accepted if it has no labels, or if fewer than 20
/// accepted points, too few to judge by, would remain.
/// @param labels one per row of values, or none
JudgedReference judged(const Matrix& values, const std::vector<std::string>& labels);

/// Outlier scores of a site's subjects.
struct OutlierScores {
  /// One per subject, 0 to 1: the share of reference points that are less odd.
  Vector scores;
  Vector ratings;             ///< one per subject: orders subjects of the same score
  std::vector<bool> flagged;  ///< whether a subject is beyond the threshold
  /// Whether a subject is worth checking though not flagged: odd at its own site, with a
  /// score of at least .9 (docs/outliers.md, "Also to check").
  std::vector<bool> also_check;
  /// The measures that explain each subject that is flagged or to check (odd_measures), or in the
  /// oddest tenth of either list (own_scores). Empty for others.
  std::vector<std::vector<OddMeasure>> reasons;
  /// Whether such a subject resembles the reference's excluded points more than the accepted ones,
  /// and more than 95 % of these do (likeness), or is to check because it resembles them more than
  /// the site's others do. False without excluded points.
  std::vector<bool> like_excluded;
  /// The number of missing values of each subject with too many (list_lacking), 0 for others; empty
  /// when not counted.
  std::vector<Eigen::Index> lacks;
  /// The number of reference points that raters excluded.
  Eigen::Index excluded = 0;
  /// The share of good subjects flagged by chance: 0.01 or a little less from 99 reference points
  /// on. With n < 99 points only those odder than every point are flagged, and the share is 1/(n +
  /// 1). With fewer than 19 nobody is flagged, and it is 0.
  double expected_false_alarms = 0;
};

/// A subject with a larger share of missing values is to check.
inline constexpr double largest_share_lacking = 0.2;

/// Adds subjects with more than largest_share_lacking of their values missing to the list to check.
/// With ordinary values in their place they would look ordinary, and often they are missing because
/// the scan is bad.
/// @param missing the number of missing values of each subject
/// @param measures the number of measures at the site
void list_lacking(const std::vector<Eigen::Index>& missing, Eigen::Index measures,
                  OutlierScores& scores);

/// Returns for each value the share of the known ones that are smaller.
Vector shares_below(const Vector& values, const Vector& known);

/// Returns whether list_lacking found a subject.
bool lacks_measures(const OutlierScores& scores, std::size_t subject);

/// Returns whether a subject is flagged or to check.
bool is_listed(const OutlierScores& scores, std::size_t subject);

/// Returns for every subject whether it is flagged or to check.
std::vector<bool> are_listed(const OutlierScores& scores);

/// Returns the rows of listed subjects: the flagged first, then those to check, each the oddest
/// first (by score, then by rating).
std::vector<std::size_t> listed(const OutlierScores& scores);

/// Scores how odd each of a site's subjects is. The scores are calibrated on the reference, so that
/// those of different sites are comparable. Uses only the site's own subjects and the public
/// reference.
///
/// A subject is rated by its oddness in a ComparisonSpace learned from reference and site, in the
/// reference's units or the site's own, whichever is more (also_in_own_units). So a subject is odd
/// if it resembles nobody, and not because its whole site is shifted: that is site_shift. If raters
/// excluded at least 10 reference points, the likeness to those is added, in the reference's units.
///
/// Accepted reference points are rated in the same way. A good subject from their distribution has
/// a nearly uniform rank among them, which makes the threshold conformal (Vovk, Gammerman, Shafer
/// 2005; Laxhammar & Falkman 2010). Only nearly, because the ordinary half and the site's own units
/// are learned from the site.
///
/// To check are subjects that are not flagged but odd_at_own_site, with a score of at least
/// .9. Also to check are subjects whose likeness to the excluded points is
/// unusual at the site and among the accepted points.
///
/// docs/outliers.md tells how the score was chosen. Of more than 1,000 reference points that many,
/// evenly spaced, are used. The same input gives the same bits with any number of threads.
/// @param own, reference at least one row each, with the same columns, at least one; finite;
///   measures as they are, neither normalised nor reduced
OutlierScores outlier_scores(const Matrix& own, const JudgedReference& reference);

/// Computes the ratings that outlier_scores ranks; larger is odder.
Rated outlier_ratings(const Matrix& own, const JudgedReference& reference);

/// Computes how far a site as a whole lies from the reference, as from another scanner or a wrong
/// unit. It is the energy coefficient 1 − (E‖X−X'‖ + E‖Y−Y'‖)/(2E‖X−Y‖) of the site's subjects X
/// and the reference's points Y (Székely & Rizzo 2013), in a ComparisonSpace learned from the
/// reference, by at most 1,000 evenly spaced points of each. It is about 0 for equal distributions
/// and near 1 for distant ones. It is 0 with fewer than 5 subjects or 20 reference points.
///
/// It is no test, and does not tell a wrong unit from another scanner: between real sites it ranges
/// from 0.07 to 0.96. See docs/outliers.md.
/// @param own, reference as for outlier_scores
double site_shift(const Matrix& own, const Matrix& reference);

}  // namespace dsne::quality
