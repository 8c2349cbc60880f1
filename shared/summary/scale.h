#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::summary {

/// The scale of one measure at a site.
struct MeasureScale {
  bool logarithm = false;  ///< compares log(value) if true, otherwise asinh(value / size)
  double size = 1;         ///< median of the nonzero absolute values
  double middle = 0;       ///< median on that scale
  double deviation = 1;    ///< interquartile range on that scale, as a standard deviation

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("logarithm", self.logarithm);
    visit("size", self.size);
    visit("middle", self.middle);
    visit("deviation", self.deviation);
  }
};

/// The scale of a site's subjects. It is private and fixed when the summary is made.
struct Scale {
  bool array = false;                 ///< images, matrices, series: one unit for all columns
  std::vector<std::string> measures;  ///< names of the columns
  std::vector<MeasureScale> each;     ///< one per column; empty for arrays
  RowVector medians;                  ///< of each column; they replace missing values
  double reach = 0;                   ///< for arrays, the largest distance from the median row
  RowVector steps;                    ///< the rounding unit of each column's means, a power of ten

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("array", self.array);
    visit("measures", self.measures);
    visit("each", self.each);
    visit("medians", self.medians);
    visit("reach", self.reach);
    visit("steps", self.steps);
  }
};

/// Fits the scale of one measure. Where the interquartile range is 0 the standard deviation
/// replaces it. @param values finite, not all the same
MeasureScale measure_scale(const Vector& values);

/// Converts a value to the scale, limited to ±3; and back.
double on_scale(double value, const MeasureScale& scale);
double in_units(double value, const MeasureScale& scale);

/// Returns the power of ten that is at most a hundredth of a standard deviation, which is what
/// means are rounded to; 0 for 0.
double step_of(double deviation);

/// Fits the scale of a site's records, without its steps.
/// @param values records × columns, NaN where missing; at least one value in each column
Scale fit_scale(const Matrix& values, std::vector<std::string> measures, bool array);

/// Converts records to the scale: missing values become medians, distances are limited.
Matrix on_scale(Matrix values, const Scale& scale);

/// Converts points from the scale to the measures' own units.
Matrix in_units(Matrix points, const Scale& scale);

/// Rounds each column to a multiple of its step (Scale::steps).
Matrix rounded(Matrix values, const RowVector& steps);

}  // namespace dsne::summary
