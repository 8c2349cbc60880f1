#include "summary/noise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/eigenpairs.h"
#include "privacy/random_source.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

/// A matrix whose transpose times itself is the covariance of deviations.
Matrix factor_of(Matrix away, double freedom) {
  if (away.rows() <= away.cols()) return away / std::sqrt(freedom);
  const Eigen::MatrixXd covariance = away.transpose() * away / freedom;
  const Eigenpairs pairs = all_eigenpairs(covariance);
  return pairs.values.cwiseMax(0).cwiseSqrt().asDiagonal() * pairs.vectors.transpose();
}

}  // namespace

Matrix deviations_from(const Matrix& means, Matrix values,
                       const std::vector<privacy::GroupRows>& groups) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Index row : groups[g]) values.row(row) -= means.row(static_cast<Index>(g));
  }
  return values;
}

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

}  // namespace dsne::summary
