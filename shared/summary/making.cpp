#include "summary/making.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/eigenpairs.h"
#include "data/pca.h"
#include "privacy/random_source.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Groups = std::vector<privacy::GroupRows>;

/// The number of components on which arrays are grouped.
constexpr Index array_components = 50;

/// The noise in standard errors of the mean, in general and for rows of fewer than ten.
constexpr double noise_size = 1;
constexpr double small_rows_noise_size = 2;

/// Draws a uniform whole number below `end`.
std::uint64_t uniform_below(std::uint64_t end, privacy::RandomSource& source) {
  const std::uint64_t fair = UINT64_MAX - UINT64_MAX % end;
  std::uint64_t drawn = source.next();
  while (drawn >= fair) drawn = source.next();
  return drawn % end;
}

void shuffle(Groups& groups, privacy::RandomSource& source) {
  for (std::size_t i = groups.size(); i > 1; --i) {
    std::swap(groups[i - 1], groups[uniform_below(i, source)]);
  }
}

/// A matrix whose transpose times itself is the covariance of deviations.
Matrix factor_of(Matrix away, double freedom) {
  if (away.rows() <= away.cols()) return away / std::sqrt(freedom);
  const Eigen::MatrixXd covariance = away.transpose() * away / freedom;
  const Eigenpairs pairs = all_eigenpairs(covariance);
  return pairs.values.cwiseMax(0).cwiseSqrt().asDiagonal() * pairs.vectors.transpose();
}

/// Returns values less the means of their groups.
Matrix deviations_from(const Matrix& means, Matrix values, const Groups& groups) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Index row : groups[g]) values.row(row) -= means.row(static_cast<Index>(g));
  }
  return values;
}

/// Returns the points to group: as they are, or the first components of arrays.
Matrix compared(const Matrix& points, const Scale& scale) {
  if (!scale.array) return points;
  return data::project(data::fit_pca(points, array_components), points);
}

}  // namespace

Matrix noise_like(Matrix deviations, Index freedom, Index rows, privacy::RandomSource& source) {
  const auto degrees = static_cast<double>(std::max<Index>(1, freedom));
  const RowVector size = (deviations.colwise().squaredNorm() / degrees).cwiseSqrt();
  const Index columns = deviations.cols();
  const Matrix factor = factor_of(std::move(deviations), degrees);
  Matrix noise(rows, columns);
  for (Index row = 0; row < rows; ++row) {
    const RowVector along = privacy::gaussian_noise(factor.rows(), 1, source).transpose() * factor;
    const RowVector alone = privacy::gaussian_noise(columns, 1, source).transpose();
    noise.row(row) = (along + alone.cwiseProduct(size)) * std::sqrt(0.5);
  }
  return noise;
}

double two_digits(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double unit = std::pow(10, 1 - std::floor(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

privacy::Groups noisy_means(const Matrix& values, const Groups& groups, Index least,
                            privacy::RandomSource& source) {
  privacy::Groups averages = privacy::averaged(values, groups);
  const double errors = least < small_rows ? small_rows_noise_size : noise_size;
  const Index rows = std::ssize(groups);
  const Matrix noise = noise_like(deviations_from(averages.means, values, groups),
                                  values.rows() - rows, rows, source);
  averages.means += errors * averages.sizes.cwiseSqrt().cwiseInverse().asDiagonal() * noise;
  return averages;
}

RowVector spread_within(Matrix units, const Groups& groups) {
  const Matrix means = privacy::averaged(units, groups).means;
  const double count = static_cast<double>(units.rows());
  const Matrix away = deviations_from(means, std::move(units), groups);
  return (away.colwise().squaredNorm() / count).cwiseSqrt().unaryExpr(&two_digits);
}

Rows make_rows(const Matrix& points, const Scale& scale, Index least, Index most,
               privacy::RandomSource& source) {
  const Index size = std::max(least, (points.rows() + most - 1) / most);
  Groups groups = privacy::microaggregated(compared(points, scale), size);
  shuffle(groups, source);
  privacy::Groups averages = noisy_means(points, groups, least, source);
  Rows rows;
  rows.means = rounded(in_units(std::move(averages.means), scale), scale.steps);
  rows.subjects = std::move(averages.sizes);
  rows.spread = spread_within(in_units(points, scale), groups);
  rows.groups = std::move(groups);
  return rows;
}

}  // namespace dsne::summary
