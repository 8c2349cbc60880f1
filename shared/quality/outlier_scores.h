#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// A measure that makes a subject odd.
struct OddMeasure {
  Eigen::Index feature = 0;  ///< its column
  /// Robust z: (value − median of the reference)/(1.4826 · MAD of the reference), signed, within
  /// ±1000. Where the MAD is 0, 1.2533 times the mean absolute deviation takes its place; where
  /// that is 0, too, another value than the reference's has ±1000. It can be small: the value may
  /// be an ordinary one that does not fit the subject's others.
  double deviation = 0;
  /// How far the value is from what the subject's other measures make expected, in standard
  /// deviations of such departures (ComparisonSpace::departures), signed.
  double departure = 0;
};

/// Outlier scores of a site's subjects.
struct OutlierScores {
  /// One per subject, 0 to 1: the share of reference points that are less odd.
  Vector scores;
  std::vector<bool> flagged;  ///< whether a subject is beyond the threshold
  /// For each flagged subject the measures that make it odd, the oddest first, one to five: that of
  /// the largest departure; then, with this one set to what the others make expected, the next, as
  /// long as its departure is beyond 3. Empty for others.
  std::vector<std::vector<OddMeasure>> reasons;
  /// The share of good subjects that is flagged by chance: 0.01 or a little less from 99 reference
  /// points on. With n, fewer than 99, only who is odder than every one of them is flagged, and the
  /// share is 1/(n + 1). With fewer than 19 nobody is flagged and it is 0.
  double expected_false_alarms = 0;
};

/// How odd each of a site's subjects is, calibrated on the reference so that the scores of
/// different sites can be compared. Nothing but the site's own subjects and the public reference is
/// used.
///
/// A subject's oddness is its mean distance to its 10 nearest among the reference and its own
/// site's other subjects, in a ComparisonSpace learnt from both. So a subject is odd that is like
/// nobody known, and not because its whole site is a little apart: that is site_shift. Each
/// reference point's oddness is taken in the same way. Where a good subject is drawn as the
/// reference is, its rank among the reference's points is uniform, which makes the threshold a
/// conformal one (Vovk, Gammerman, Shafer 2005; Laxhammar & Falkman 2010).
///
/// How the score was chosen is told in docs/outliers.md. Of more than 1,000 reference points that
/// many, evenly spaced, are used; of a site's subjects as many serve as neighbours, and all get a
/// score. The same input gives the same bits, whatever the number of threads.
/// @param own, reference at least one row each, as many columns, at least one; finite; the measures
///   as they are, not yet normalised or reduced
OutlierScores outlier_scores(const Matrix& own, const Matrix& reference);

/// Whether a site as a whole lies apart from the reference, as by another scanner or a wrong unit.
struct SiteShift {
  /// The energy coefficient 1 − (E‖X−X'‖ + E‖Y−Y'‖)/(2E‖X−Y‖) of the site's subjects X and the
  /// reference's points Y (Székely & Rizzo 2013): 0 when both have one distribution (a little less
  /// by chance), near 1 when they are far apart.
  double size = 0;
  bool apart = false;  ///< size > 0.5
};

/// Compares a site with the reference, in a ComparisonSpace learnt from the reference, by at most
/// 1,000 evenly spaced points of each. Size 0 where there is too little to say: fewer than 5
/// subjects or 20 reference points.
///
/// The threshold is no test of significance: every true site of ABIDE differs from the others by
/// more than chance (0.05 to 0.5, the odd one more); a measure in a wrong unit gives 0.7.
/// See docs/outliers.md.
/// @param own, reference as for outlier_scores
SiteShift site_shift(const Matrix& own, const Matrix& reference);

}  // namespace dsne::quality
