#pragma once

#include <vector>

namespace dsne::data {

/// Returns the quantile of sorted values, interpolated linearly between the two nearest (numpy's
/// default).
/// @pre sorted is not empty, 0 <= share <= 1
double quantile(const std::vector<double>& sorted, double share);

/// Returns the interquartile range of sorted values as the standard deviation of a normal
/// distribution. @pre sorted is not empty
double interquartile_deviation(const std::vector<double>& sorted);

/// Returns the median of the absolute values that are not 0; 1 without any.
double median_size(std::vector<double> values);

}  // namespace dsne::data
