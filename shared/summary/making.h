#pragma once

#include <vector>

#include "privacy/microaggregation.h"
#include "privacy/random_source.h"
#include "summary/scale.h"

namespace dsne::summary {

/// The rows of a summary with their members.
struct Rows {
  Matrix means;      ///< rows × measures, in units, with noise, rounded
  Vector subjects;   ///< the number in each row
  RowVector spread;  ///< deviation within groups, in units, two digits
  std::vector<privacy::GroupRows> groups;
};

/// Rows of fewer members have twice the noise.
inline constexpr Eigen::Index small_rows = 10;

/// Draws rows of Gaussian noise with the deviations' variances: half of the variance follows their
/// covariance, half is independent.
/// @param deviations rows × columns, with mean 0
/// @param freedom    degrees of freedom of the deviations
/// @param rows       how many are drawn
Matrix noise_like(Matrix deviations, Eigen::Index freedom, Eigen::Index rows,
                  privacy::RandomSource& source);

/// Rounds a value to two digits.
double two_digits(double value);

/// Averages groups, with noise of the mean's standard error, or twice that where `least` is below
/// small_rows (bench/attacks/summaries says why): half of its variance follows the covariance of
/// the deviations within groups, half is independent.
/// @param values subjects × columns
privacy::Groups noisy_means(const Matrix& values, const std::vector<privacy::GroupRows>& groups,
                            Eigen::Index least, privacy::RandomSource& source);

/// Returns each column's standard deviation within groups, to two digits.
RowVector spread_within(Matrix values, const std::vector<privacy::GroupRows>& groups);

/// Groups subjects by microaggregation, and averages each group (noisy_means). Rows are in a random
/// order.
/// @param points subjects on the scale, at least 2·least
/// @param most   rows at most
/// @param source of the noise and the order
Rows make_rows(const Matrix& points, const Scale& scale, Eigen::Index least, Eigen::Index most,
               privacy::RandomSource& source);

}  // namespace dsne::summary
