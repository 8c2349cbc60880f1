#include "data/normalization.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/missing.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// A smaller share of a feature's largest value is rounding error, not spread.
constexpr double min_share = 1e-12;

constexpr double robust_limit = 10;

double standard_deviation(const std::vector<double>& sorted) {
  // The sum below would leave rounding errors where all values are the same.
  if (sorted.front() == sorted.back()) return 0;
  const Eigen::Map<const Vector> values(sorted.data(), static_cast<Index>(sorted.size()));
  return std::sqrt((values.array() - values.mean()).square().mean());
}

bool is_spread(double deviation, const std::vector<double>& sorted) {
  return deviation > min_share * std::max(std::abs(sorted.front()), std::abs(sorted.back()));
}

double robust_deviation(const std::vector<double>& sorted) {
  const double deviation = interquartile_deviation(sorted);
  return is_spread(deviation, sorted) ? deviation : standard_deviation(sorted);
}

}  // namespace

Scaling fit_scaling(const Matrix& reference, Normalization kind) {
  const Index features = reference.cols();
  Scaling scaling{kind, RowVector::Zero(features), RowVector::Ones(features)};
  if (kind == Normalization::none || kind == Normalization::row_max) return scaling;
  const bool robust = kind == Normalization::robust;
  if (robust) scaling.limit = robust_limit;
  for (Index f = 0; f < features; ++f) {
    const auto values = sorted_values(reference, f);
    const double spread = robust ? robust_deviation(values) : standard_deviation(values);
    scaling.centre(f) = robust ? quantile(values, 0.5) : reference.col(f).mean();
    if (is_spread(spread, values)) {
      scaling.scale(f) = spread;
    } else {
      scaling.without_spread.push_back(f);
    }
  }
  return scaling;
}

Matrix apply(const Scaling& scaling, Matrix points) {
  switch (scaling.kind) {
    case Normalization::none:
      break;
    case Normalization::row_max:
      for (auto row : points.rowwise()) {
        const double largest = row.cwiseAbs().maxCoeff();
        if (largest > 0) row /= largest;
      }
      break;
    case Normalization::zscore:
    case Normalization::robust:
      points.rowwise() -= scaling.centre;
      points.array().rowwise() /= scaling.scale.array();
      points = points.cwiseMax(-scaling.limit).cwiseMin(scaling.limit);
      break;
  }
  return points;
}

namespace {

/// Scales points, NaN where missing. The limit is applied last, so a distant site keeps its own
/// order.
Matrix in_units(const Matrix& points, const Scaling& scaling) {
  Scaling wide = scaling;
  wide.limit = largest_deviation;
  const Matrix scaled = data::apply(wide, points);
  return points.array().isNaN().select(points, scaled);
}

double limited(double deviation) {
  return std::clamp(deviation, -largest_deviation, largest_deviation);
}

}  // namespace

SiteEffect site_effect(const Matrix& points, const Scaling& scaling) {
  const Index features = points.cols();
  SiteEffect effect{RowVector::Zero(features), RowVector::Ones(features)};
  if (points.rows() < least_harmonized) return effect;
  for (Index f = 0; f < features; ++f) {
    const std::vector<double> present = present_values(points, f);
    if (present.empty()) continue;
    const Matrix values = Eigen::Map<const Vector>(present.data(), std::ssize(present));
    // Limited only now, because whoever chooses the scale must not choose which subjects make a
    // location.
    const Scaling own = fit_scaling(values, scaling.kind);
    effect.location(f) = limited((own.centre(0) - scaling.centre(f)) / scaling.scale(f));
    effect.spread(f) = own.without_spread.empty() ? limited(own.scale(0) / scaling.scale(f)) : 0;
  }
  effect.spread = effect.spread.cwiseMax(least_spread);
  return effect;
}

Matrix without_effect(const Matrix& points, const Scaling& scaling, const SiteEffect& effect) {
  Matrix result = in_units(points, scaling);
  result.rowwise() -= effect.location;
  result.array().rowwise() /= effect.spread.array();
  result = result.array().isNaN().select(0.0, result.array());
  for (const Index feature : scaling.without_spread) result.col(feature).setZero();
  return result.cwiseMax(-scaling.limit).cwiseMin(scaling.limit);
}

}  // namespace dsne::data
