#pragma once

#include <vector>

#include "quality/odd_measures.h"
#include "quality/oddness.h"

namespace dsne::quality {

// One scale for measures of all sites, where a reference is learned.

/// One scale for all sites' measures. A measure that is positive at every site is taken as its
/// logarithm, so that a wrong unit is a shift.
struct MeasureScale {
  std::vector<Eigen::Index> logarithms;  ///< columns of which they are taken
  RowVector centre;
  RowVector deviation;  ///< 0 where a measure has no spread: it then says nothing of anybody
};

/// A measure in the scale's units as it is measured.
double as_measured(const MeasureScale& scale, Eigen::Index feature, double units);

/// Values with logarithms in those columns.
Matrix with_logarithms(Matrix values, const std::vector<Eigen::Index>& columns);

/// Values in the scale's units, within ±10; one that is missing (NaN) is at the centre.
Matrix standardized(const MeasureScale& scale, const Matrix& values);

/// The logarithm of each subject's mean distance to its 10 nearest of the site's other subjects (of
/// more than 1,000 that many, evenly spaced); of a single subject nothing.
/// @param standardized subjects in rows
Vector log_oddness(const Matrix& standardized);

/// The measures in which a site's middle subject is furthest from the scale's centre, at most
/// three, the furthest first.
/// @param units the site's subjects as standardized makes them
std::vector<OddMeasure> site_extremes(const Matrix& units, const MeasureScale& scale);

}  // namespace dsne::quality
