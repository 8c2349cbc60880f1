#include "quality/spread.h"

#include <algorithm>
#include <vector>

#include "data/quantile.h"

namespace dsne::quality {
namespace {

constexpr double max_deviation = 1000;

/// The ratios of a normal distribution's standard deviation to its median and mean absolute
/// deviations.
constexpr double deviation_per_median = 1.4826;
constexpr double deviation_per_mean = 1.2533;

}  // namespace

double quantile_of(const Vector& values, double share) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return data::quantile(sorted, share);
}

double interquartile_deviation(const Vector& values) {
  return (quantile_of(values, 0.75) - quantile_of(values, 0.25)) / data::normal_interquartile_range;
}

double median(const Vector& values) { return quantile_of(values, 0.5); }

Spread spread_of(const Vector& values) {
  const double middle = median(values);
  const Vector distances = (values.array() - middle).abs();
  const double typical = deviation_per_median * median(distances);
  return {middle, typical > 0 ? typical : deviation_per_mean * distances.mean()};
}

double deviations_off(double value, const Spread& spread) {
  if (value == spread.median) return 0;
  return std::clamp((value - spread.median) / spread.deviation, -max_deviation, max_deviation);
}

}  // namespace dsne::quality
