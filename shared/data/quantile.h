#pragma once

#include <vector>

namespace dsne::data {

/// The quantile of sorted values, interpolated linearly between the two nearest (numpy's default).
/// @pre sorted is not empty, 0 <= share <= 1
double quantile(const std::vector<double>& sorted, double share);

}  // namespace dsne::data
