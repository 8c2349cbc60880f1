#pragma once

#include <vector>

namespace dsne::data {

/// Returns the quantile of sorted values, interpolated linearly between the two nearest (numpy's
/// default).
/// @pre sorted is not empty, 0 <= share <= 1
double quantile(const std::vector<double>& sorted, double share);

/// Returns the median of the absolute values that are not 0; 1 without any.
double median_size(std::vector<double> values);

/// The interquartile range of a normal distribution, in standard deviations.
inline constexpr double normal_interquartile_range = 1.349;

}  // namespace dsne::data
