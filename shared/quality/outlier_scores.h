#pragma once

#include <vector>

#include "coinstac/matrix.h"

namespace dsne {

/// A measure that makes a subject odd.
struct OddMeasure {
  Eigen::Index feature = 0;  ///< its column
  /// Robust z: (value − median of the reference)/(1.4826 · MAD of the reference), signed.
  double deviation = 0;
};

/// Outlier scores of a site's subjects.
struct OutlierScores {
  /// One per subject, 0 to 1: the share of reference points that are less odd.
  Vector scores;
  std::vector<bool> flagged;  ///< whether a subject is beyond the threshold
  /// For each flagged subject the measures that make it odd, the oddest first, at most 5; empty for
  /// others.
  std::vector<std::vector<OddMeasure>> reasons;
  /// The share of good subjects that is flagged by chance, e.g. 0.01.
  double expected_false_alarms = 0;
};

/// Whether a site as a whole lies apart.
struct SiteShift {
  double size = 0;
  bool apart = false;
};

}  // namespace dsne
