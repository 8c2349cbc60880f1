#include "summary/making.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/eigenpairs.h"
#include "data/pca.h"
#include "privacy/gaussian_noise.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Groups = std::vector<privacy::GroupRows>;

/// Arrays are grouped on this many components.
constexpr Index array_components = 50;

/// Noise in standard errors of the mean, and for rows of fewer than ten.
constexpr double noise_size = 1;
constexpr double small_rows_noise_size = 2;
constexpr Index small_rows = 10;

/// A uniform whole number below `end`.
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

Matrix deviations(Matrix points, const Groups& groups, const Matrix& means) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Index row : groups[g]) points.row(row) -= means.row(static_cast<Index>(g));
  }
  return points;
}

/// A matrix whose transpose times itself is the covariance of deviations.
Matrix factor_of(Matrix away, double freedom) {
  if (away.rows() <= away.cols()) return away / std::sqrt(freedom);
  const Eigen::MatrixXd covariance = away.transpose() * away / freedom;
  const Eigenpairs pairs = all_eigenpairs(covariance);
  return pairs.values.cwiseMax(0).cwiseSqrt().asDiagonal() * pairs.vectors.transpose();
}

/// Noise of one standard error of each row's mean.
Matrix noise_of(Matrix away, const Vector& subjects, privacy::RandomSource& source) {
  const double freedom = static_cast<double>(away.rows() - subjects.size());
  const RowVector deviation = (away.colwise().squaredNorm() / std::max(1.0, freedom)).cwiseSqrt();
  const Index columns = away.cols();
  const Matrix factor = factor_of(std::move(away), std::max(1.0, freedom));
  Matrix noise(subjects.size(), columns);
  for (Index row = 0; row < noise.rows(); ++row) {
    const RowVector along = privacy::gaussian_noise(factor.rows(), 1, source).transpose() * factor;
    const RowVector alone = privacy::gaussian_noise(columns, 1, source).transpose();
    noise.row(row) = (along + alone.cwiseProduct(deviation)) * std::sqrt(0.5 / subjects(row));
  }
  return noise;
}

double two_digits(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10, 1 - std::floor(std::log10(value)));
  return std::round(value * unit) / unit;
}

RowVector spread_of(Matrix units, const Groups& groups) {
  const Matrix means = privacy::averaged(units, groups).means;
  const double count = static_cast<double>(units.rows());
  const Matrix away = deviations(std::move(units), groups, means);
  return (away.colwise().squaredNorm() / count).cwiseSqrt().unaryExpr(&two_digits);
}

/// Where subjects are compared: on the scale, or on the first components of arrays.
Matrix compared(const Matrix& points, const Scale& scale) {
  if (!scale.array) return points;
  return data::project(data::fit_pca(points, array_components), points);
}

}  // namespace

Rows make_rows(const Matrix& points, const Scale& scale, Index least, Index most,
               privacy::RandomSource& source) {
  const Index size = std::max(least, (points.rows() + most - 1) / most);
  Groups groups = privacy::microaggregated(compared(points, scale), size);
  shuffle(groups, source);
  privacy::Groups averages = privacy::averaged(points, groups);
  const double errors = least < small_rows ? small_rows_noise_size : noise_size;
  Matrix noise =
      errors * noise_of(deviations(points, groups, averages.means), averages.sizes, source);
  averages.means += noise;
  Rows rows;
  rows.means = rounded(in_units(std::move(averages.means), scale), scale);
  rows.subjects = std::move(averages.sizes);
  rows.spread = spread_of(in_units(points, scale), groups);
  rows.groups = std::move(groups);
  return rows;
}

}  // namespace dsne::summary
