#include "data/quantile.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace dsne::data {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 == sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - std::floor(place));
}

double interquartile_deviation(const std::vector<double>& sorted) {
  constexpr double of_normal_distribution = 1.349;
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / of_normal_distribution;
}

double median_size(std::vector<double> values) {
  std::erase(values, 0);
  if (values.empty()) return 1;
  for (double& value : values) value = std::abs(value);
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

}  // namespace dsne::data
