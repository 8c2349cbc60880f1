#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
#include "privacy/microaggregation.h"
#include "privacy/random_source.h"

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

/// The rows of a summary with their members.
struct SummaryRows {
  Matrix means;      ///< rows × measures, in units, with noise
  Vector subjects;   ///< the number in each row
  RowVector spread;  ///< deviation within groups, in units, with noise, rounded
  std::vector<privacy::GroupRows> groups;
};

/// Returns what a subject may add to the evidence of numbers that would be useless with more noise:
/// an array's rows, spreads, slopes.
double lenient_evidence(Eigen::Index subjects);

/// How large noise is.
struct NoiseSize {
  double most_evidence = 1;  ///< what a subject may add to the evidence
  /// Whether all columns that vary have the same. A column's own size tells of a subject who is far
  /// out in it, and many columns tell much.
  bool one = false;
};

/// Draws rows of Gaussian noise for means of these deviations: half of their covariance, and an
/// independent part of each column. That is half of the column's variance, or as much more as
/// keeps small what a subject adds to the evidence of all columns together: the mean squared length
/// of a subject's deviations, in deviations of the noise (bench/attacks/summaries says how small,
/// and why).
/// @param deviations subjects × columns, with mean 0
/// @param freedom    degrees of freedom of the deviations, at most the subjects
/// @param rows       how many are drawn
Matrix noise_like(Matrix deviations, Eigen::Index freedom, NoiseSize size, Eigen::Index rows,
                  privacy::RandomSource& source);

/// Rounds a value to two digits.
double two_digits(double value);

/// Averages groups, with noise (noise_like) of the deviations within groups over the root of a
/// group's number.
/// @param values subjects × columns
privacy::Groups noisy_means(const Matrix& values, const std::vector<privacy::GroupRows>& groups,
                            NoiseSize size, privacy::RandomSource& source);

/// Returns each column's standard deviation within groups, rounded to a fifth of the unit of its
/// first digit. The noise of its variance is a factor, 1.4 times the error of a mean of squared
/// deviations, in all columns the same.
/// @param one whether all columns have the same, the root of their mean variance
RowVector noisy_spread(const Matrix& values, const std::vector<privacy::GroupRows>& groups,
                       bool one, privacy::RandomSource& source);

/// Groups subjects by random microaggregation, and averages each group (noisy_means). Rows are in a
/// random order. Arrays have one spread for all columns.
/// @param points subjects on the scale, at least 2·least
/// @param most   rows at most
/// @param source of the groups, the noise and the order
SummaryRows make_rows(const Matrix& points, const Scale& scale, Eigen::Index least,
                      Eigen::Index most, privacy::RandomSource& source);

}  // namespace dsne::summary
