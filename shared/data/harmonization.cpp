#include "data/harmonization.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "data/missing.h"

namespace dsne::data {
namespace {

using Eigen::Index;

constexpr int most_iterations = 1000;
constexpr double converged = 1e-12;

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

/// The unbiased variance.
double variance_of(const Vector& values) {
  return (values.array() - values.mean()).square().sum() / static_cast<double>(values.size() - 1);
}

/// The normal prior of locations and the inverse gamma prior of variances, from their moments over
/// the features.
struct Prior {
  double location = 0, location_variance = 0;
  double shape = 0, scale = 0;
};

Prior prior_of(const Vector& locations, const Vector& variances) {
  const double mean = variances.mean();
  const double variance = variance_of(variances);
  return {locations.mean(), variance_of(locations), (2 * variance + mean * mean) / variance,
          (mean * variance + mean * mean * mean) / variance};
}

/// Iterates the paper's equations for a feature's posterior means, each given the other, to
/// convergence.
/// @param n its values that are not missing
std::pair<double, double> shrunk(double own_location, double own_variance, double n,
                                 const Prior& prior) {
  double location = own_location;
  double variance = own_variance;
  for (int i = 0; i < most_iterations; ++i) {
    const double weight = n * prior.location_variance;
    const double next = (weight * own_location + variance * prior.location) / (weight + variance);
    const double squares = (n - 1) * own_variance + n * std::pow(own_location - next, 2);
    const double next_variance = (squares / 2 + prior.scale) / (n / 2 + prior.shape - 1);
    const double change = std::max(std::abs(next - location), std::abs(next_variance - variance));
    location = next;
    variance = next_variance;
    if (change < converged) break;
  }
  return {location, variance};
}

/// Shrinks the effect on the features with spread, from which the prior is learned.
void shrink(SiteEffect& effect, const RowVector& counts) {
  std::vector<Index> features;
  for (Index f = 0; f < counts.size(); ++f) {
    if (counts(f) >= 2 && effect.spread(f) != 0) features.push_back(f);
  }
  const Vector n = counts(features);
  const Vector locations = effect.location(features);
  const Vector spreads = effect.spread(features);
  const Vector variances = spreads.array().square() * n.array() / (n.array() - 1);
  // Without differences between the features' variances there is nothing to shrink towards.
  if (features.size() < 2 || !(variance_of(variances) > 0)) return;
  const Prior prior = prior_of(locations, variances);
  for (Index i = 0; i < n.size(); ++i) {
    const auto [location, variance] = shrunk(locations(i), variances(i), n(i), prior);
    effect.location(features[static_cast<std::size_t>(i)]) = location;
    effect.spread(features[static_cast<std::size_t>(i)]) = std::sqrt(variance);
  }
}

}  // namespace

SiteEffect site_effect(const Matrix& points, const Scaling& scaling, Harmonization kind) {
  const Index features = points.cols();
  SiteEffect effect{RowVector::Zero(features), RowVector::Ones(features)};
  if (kind == Harmonization::none || points.rows() < least_harmonized) return effect;
  RowVector counts = RowVector::Zero(features);
  for (Index f = 0; f < features; ++f) {
    const std::vector<double> present = present_values(points, f);
    if (present.empty()) continue;
    const Matrix values = Eigen::Map<const Vector>(present.data(), std::ssize(present));
    // Limited only now, because whoever chooses the scale must not choose which subjects make a
    // location.
    const Scaling own = fit_scaling(values, scaling.kind);
    counts(f) = static_cast<double>(values.size());
    effect.location(f) = limited((own.centre(0) - scaling.centre(f)) / scaling.scale(f));
    effect.spread(f) = own.without_spread.empty() ? limited(own.scale(0) / scaling.scale(f)) : 0;
  }
  if (kind == Harmonization::combat) shrink(effect, counts);
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
