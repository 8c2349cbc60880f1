#pragma once

#include <vector>

#include "privacy/microaggregation.h"
#include "privacy/random_source.h"
#include "summary/scale.h"

namespace dsne::summary {

/// The rows of a summary with their members.
struct Rows {
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
  double most_evidence;  ///< what a subject may add to the evidence
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
Rows make_rows(const Matrix& points, const Scale& scale, Eigen::Index least, Eigen::Index most,
               privacy::RandomSource& source);

}  // namespace dsne::summary
