#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// The share of a class that counts as its outliers: the highest scores of an isolation forest. The
/// papers name the forest and no threshold; this was scikit-learn's default ("contamination") when
/// they were written. Rounded down: a class of fewer than ten points keeps them all.
inline constexpr double class_outlier_share = 0.1;

/// The dSNE papers' measures of a flat map by the convex hulls of its classes, outliers removed
/// (the main paper's section 2.6, the first paper's section 2.4).
///
/// Nothing where a measure has no value: all of them on a map of three dimensions, where they are
/// not defined.
struct ClassHulls {
  /// How much the hulls overlap, both papers': the sum of their areas minus the area of their
  /// union, divided by the area of the union. 0 without any overlap, 1 when every place is covered
  /// twice, at most classes − 1. A class on a line has no area. Nothing when no class has any.
  std::optional<double> intersection_area;

  /// How round the hulls are, as the first paper has it: a hull's area divided by that of its
  /// circumscribed circle (the smallest that encloses it). The mean over the classes, 0 (all on
  /// lines) to 1 (discs); a class at a single place has no shape and is left out. Nothing when all
  /// are.
  std::optional<double> circle_roundness;

  /// How round the hulls are, as the main paper has it: a hull's area after its perimeter is made
  /// the same for all. The perimeter here is that of a disc of area 1, so this is the isoperimetric
  /// quotient 4π·area/perimeter². Mean, range and exceptions as above. (The main paper first gives
  /// the first paper's definition, too.)
  std::optional<double> perimeter_roundness;
};

/// The measures of a map. They do not depend on the order of the points.
/// @param coordinates points × 2 (or 3: no values); finite
/// @param labels the classes, one per point, "" where there is none (such points are left out)
ClassHulls class_hulls(const Matrix& coordinates, const std::vector<std::string>& labels);

}  // namespace dsne::evaluation
