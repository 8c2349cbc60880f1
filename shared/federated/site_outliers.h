#pragma once

#include <string>
#include <vector>

#include "federated/reference/learned_reference.h"
#include "quality/outlier_scores.h"

namespace dsne::federated {

/// What a site learns of its own subjects and of itself by the run's reference. It stays there.
struct SiteOutliers {
  quality::OutlierScores scores;
  double shift = 0;                                ///< site_shift, from a given reference
  std::vector<quality::OddMeasure> site_extremes;  ///< with a learned one
  Matrix units;  ///< with a learned one the site's measures in units of all sites' (standardized)
};

/// By the reference's subjects where it was given, by all sites' subjects where it was learned.
/// @param own the site's subjects, measures as they are
SiteOutliers site_outliers(const Matrix& own, const RunReference& reference);

/// Whose subjects the scores and ranges are by: "reference", or "all sites" where it was learned.
std::string compared_with(const RunReference& reference);

/// What they say, in sentences for the site's own report.
/// @param names of the measures
std::vector<std::string> outlier_sentences(const SiteOutliers& outliers,
                                           const RunReference& reference,
                                           const std::vector<std::string>& names);

}  // namespace dsne::federated
