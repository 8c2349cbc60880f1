#include "data/harmonization.h"

#include <algorithm>
#include <vector>

#include "data/missing.h"

namespace dsne::data {
namespace {

using Eigen::Index;

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
