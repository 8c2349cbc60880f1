#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::summary {

/// How a site compares the values of one measure.
struct MeasureScale {
  bool logarithm = false;  ///< of the value; otherwise asinh(value / size)
  double size = 1;         ///< median of the absolute values that are not 0
  double middle = 0;       ///< median on that scale
  double deviation = 1;    ///< interquartile range on that scale, as a standard deviation
};

/// The scale of a site's subjects, private and frozen when its summary is made.
struct Scale {
  bool array = false;                 ///< images, matrices, series: one unit for all columns
  std::vector<std::string> measures;  ///< names of the columns
  std::vector<MeasureScale> each;     ///< one per column; empty for arrays
  RowVector medians;                  ///< of each column, which replace missing values
  double reach = 0;                   ///< of arrays: the largest distance from the median row
  RowVector steps;                    ///< what each column's means are rounded to, powers of ten
};

/// The scale of one measure. @param values finite, not all the same
MeasureScale measure_scale(const Vector& values);

/// A value on the scale, limited to ±3; and back.
double on_scale(double value, const MeasureScale& scale);
double in_units(double value, const MeasureScale& scale);

/// Returns the power of ten that is at most a hundredth of a column's standard deviation, which is
/// what its means are rounded to; 0 of a constant column.
double step_of(const Vector& column);

/// Fits the scale of a site's records.
/// @param values records × columns, NaN where missing; at least one value in each column
Scale fit_scale(const Matrix& values, std::vector<std::string> measures, bool array);

/// The records on the scale: missing values replaced by medians, distances limited.
Matrix on_scale(Matrix values, const Scale& scale);

/// Points of the scale in the measures' own units.
Matrix in_units(Matrix points, const Scale& scale);

/// Rounds each column to a multiple of the scale's step.
Matrix rounded(Matrix values, const Scale& scale);

}  // namespace dsne::summary
