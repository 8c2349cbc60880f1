#include "quality/comparison_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index max_components = 50;
/// Limits values, so that one measure cannot outweigh all others.
constexpr double max_units = 6;
/// The weight of extreme values against values that do not fit each other, in squared distances.
constexpr double extreme_weight = 2;
/// A value below this share of the reference's least counts as that share.
constexpr double min_share = 1e-3;
/// The least deviation along a direction: a table may have been rounded to two digits.
constexpr double min_deviation = 0.01;
/// The least typical size, so that dividing by it does not overflow.
constexpr double min_size = 1e-200;

RowVector min_values(const Matrix& reference) {
  const RowVector smallest = reference.colwise().minCoeff();
  const double tiny = std::numeric_limits<double>::min();
  return (smallest.array() > 0).select((min_share * smallest).cwiseMax(tiny), 0.0);
}

/// Returns the median of each measure's size, else the mean, else 1, whichever is not 0 first.
RowVector typical_sizes(const Matrix& reference) {
  RowVector sizes(reference.cols());
  for (Index f = 0; f < reference.cols(); ++f) {
    const Vector values = reference.col(f).cwiseAbs();
    const double middle = median(values);
    const double size = middle > 0 ? middle : values.mean();
    sizes(f) = size > 0 ? std::max(size, min_size) : 1;
  }
  return sizes;
}

Matrix limited(const Matrix& points) { return points.cwiseMax(-max_units).cwiseMin(max_units); }

/// Returns the standard deviation of the residual, per direction.
double rest_deviation(const Matrix& points, const data::Pca& pca) {
  const auto degrees = static_cast<double>(points.rows() - 1);
  const double all = (points.rowwise() - pca.mean).squaredNorm() / degrees;
  const auto directions = static_cast<double>(points.cols() - pca.components.cols());
  const double variance = std::max(all - pca.variances.sum(), 0.0) / std::max(directions, 1.0);
  return std::max(std::sqrt(variance), min_deviation);
}

}  // namespace

ComparisonSpace::ComparisonSpace(const Matrix& reference, const Matrix& points)
    : least_(min_values(reference)), typical_(typical_sizes(reference)) {
  const Matrix measures = as_compared(points);
  scaling_ = data::fit_scaling(measures, data::Normalization::robust);
  const Matrix scaled = limited(data::apply(scaling_, measures));
  pca_ = data::fit_pca(scaled, std::min(max_components, std::max<Index>(points.rows() / 2, 1)));
  deviations_ = pca_.variances.transpose().cwiseSqrt().cwiseMax(min_deviation);
  rest_deviation_ = rest_deviation(scaled, pca_);
  precision_.resize(points.cols());
  for (Index f = 0; f < points.cols(); ++f) {
    const auto loadings = pca_.components.row(f);
    const double rest = leaves_rest() ? std::max(1 - loadings.squaredNorm(), 0.0) : 0;
    precision_(f) = loadings.cwiseQuotient(deviations_).squaredNorm() +
                    rest / (rest_deviation_ * rest_deviation_);
  }
}

Matrix ComparisonSpace::as_compared(Matrix points) const {
  for (Index f = 0; f < points.cols(); ++f) {
    auto values = points.col(f).array();
    if (least_(f) > 0) {
      values = values.max(least_(f)).log();
    } else {
      values = (values / typical_(f)).unaryExpr([](double x) { return std::asinh(x); });
    }
  }
  return points;
}

Matrix ComparisonSpace::standardized(const Matrix& points) const {
  return limited(data::apply(scaling_, as_compared(points))).rowwise() - pca_.mean;
}

Matrix ComparisonSpace::coordinates(const Matrix& points) const {
  const Matrix x = standardized(points);
  const Matrix along = x * pca_.components;
  const RowVector stretch = (extreme_weight + deviations_.array().square().inverse()).sqrt();
  Matrix result(points.rows(), along.cols() + (leaves_rest() ? 1 : 0));
  result.leftCols(along.cols()) = along.array().rowwise() * stretch.array();
  if (leaves_rest()) {
    result.rightCols<1>() = (x - along * pca_.components.transpose()).rowwise().norm() *
                            std::sqrt(extreme_weight + 1 / (rest_deviation_ * rest_deviation_));
  }
  return result;
}

RowVector ComparisonSpace::precision_times(const RowVector& x) const {
  const RowVector along = x * pca_.components;
  const RowVector weighted = along.array() / deviations_.array().square();
  RowVector result = weighted * pca_.components.transpose();
  if (leaves_rest()) {
    result += (x - along * pca_.components.transpose()) / (rest_deviation_ * rest_deviation_);
  }
  return result;
}

RowVector ComparisonSpace::departures(const RowVector& x) const {
  return precision_times(x).array() / precision_.array().sqrt();
}

RowVector ComparisonSpace::corrected(RowVector x, Index feature) const {
  x(feature) -= precision_times(x)(feature) / precision_(feature);
  return x;
}

}  // namespace dsne::quality
