#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace dsne::data {

/// Returns the quantile of sorted values, interpolated linearly between the two nearest (numpy's
/// default).
/// @pre sorted is not empty, 0 <= share <= 1
inline double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 == sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - std::floor(place));
}

/// The interquartile range of a normal distribution, in standard deviations.
inline constexpr double normal_interquartile_range = 1.349;

}  // namespace dsne::data
