#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "quality/outlier_scores.h"

namespace dsne::report {

/// One measure of a site's subjects beside that of those they are compared with.
struct Strip {
  std::string feature;
  bool logarithm = false;             ///< whether centre and scale are of the measure's logarithm
  double centre = 0;                  ///< their median
  double scale = 1;                   ///< their robust standard deviation
  std::array<double, 5> reference{};  ///< their quantiles 0.05, 0.25, 0.5, 0.75 and 0.95
  std::vector<double> values;         ///< one per subject
};

/// The most measures that a page has; it shows 30 strips at a time.
inline constexpr std::size_t max_strips = 300;

/// The measures that tell most about a site's subjects: first those that make most flagged subjects
/// odd, then those in which the subjects lie furthest from the reference's median in the mean (in
/// robust standard deviations, each at most 10). At most 300, fewer above 1,000 subjects, so that
/// the page stays small.
/// @param own, reference points × features, as they were measured
/// @param features one name per feature
/// @param outliers null when there are none
std::vector<Strip> make_strips(const Matrix& own, const Matrix& reference,
                               const std::vector<std::string>& features,
                               const quality::OutlierScores* outliers);

/// The features' names; "feature 1" and so on where they have none.
std::vector<std::string> shown_names(const std::vector<std::string>& features, Eigen::Index count);

}  // namespace dsne::report
