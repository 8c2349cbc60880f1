#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "quality/outlier_scores.h"

namespace dsne::report {

/// One measure of a site's subjects, beside that of the compared ones.
struct Strip {
  std::string feature;
  double centre = 0;  ///< the compared ones' median
  double scale = 1;   ///< the compared ones' robust standard deviation
  std::array<double, 5>
      reference{};                ///< the compared ones' quantiles 0.05, 0.25, 0.5, 0.75 and 0.95
  std::vector<double> values;     ///< one per subject of the site
  std::vector<double> elsewhere;  ///< one per other point of the map; empty where none is shown
};

/// The most measures on a page, which shows 30 strips at a time.
inline constexpr std::size_t max_strips = 300;

/// Selects the most telling measures of a site's subjects: first those that make the most flagged
/// subjects odd, then those with the largest mean distance from the reference's median (in robust
/// standard deviations, each at most 10). At most 300, and fewer above 1,000 subjects, so that the
/// page stays small.
/// @param own, reference points × features, as measured
/// @param features one name per feature
/// @param elsewhere the map's other points × features, NaN where unknown; the page has room for
///   those of the first strips
std::vector<Strip> make_strips(const Matrix& own, const Matrix& reference,
                               const std::vector<std::string>& features,
                               const quality::OutlierScores& outliers,
                               const Matrix& elsewhere = {});

/// Returns the features' names, or "feature 1" and so on if they have none.
std::vector<std::string> shown_names(const std::vector<std::string>& features, Eigen::Index count);

}  // namespace dsne::report
