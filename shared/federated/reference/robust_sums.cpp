#include "federated/reference/robust_sums.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/missing.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr Index min_left_out = 3;
constexpr Index min_values = 12;

/// The standard deviation of the middle half of a standard normal distribution: of what lies within
/// q = 0.6745 of 0 the variance is 1 − 2qφ(q)/0.5.
constexpr double middle_deviation = 0.37769273;

}  // namespace

MiddleHalf middle_half(const Matrix& values) {
  const Index features = values.cols();
  MiddleHalf result{RowVector::Zero(features), RowVector::Zero(features),
                    RowVector::Zero(features)};
#pragma omp parallel for schedule(static)
  for (Index f = 0; f < features; ++f) {
    std::vector<double> sorted = data::present_values(values, f);
    std::sort(sorted.begin(), sorted.end());
    const Index count = std::ssize(sorted);
    if (count < min_values) continue;
    const Index left_out = std::max(min_left_out, (count + 3) / 4);
    const Eigen::Map<const Vector> all(sorted.data(), count);
    const auto middle = all.segment(left_out, count - 2 * left_out).array();
    result.weight(f) = static_cast<double>(count);
    result.mean(f) = middle.mean();
    result.deviation(f) = std::sqrt((middle - result.mean(f)).square().mean()) / middle_deviation;
  }
  return result;
}

RowVector mean_part(const MiddleHalf& own) { return own.weight.cwiseProduct(own.mean); }

RowVector spread_part(const MiddleHalf& own, const RowVector& centre) {
  return own.weight.array() *
         (own.deviation.array().square() + (own.mean - centre).array().square());
}

RowVector weighted_mean(const RowVector& sums, const RowVector& weights) {
  return (weights.array() > 0).select(sums.array() / weights.array().max(1), 0.0);
}

RowVector without_logarithm(const Matrix& values) {
  return (values.array() <= 0).cast<double>().colwise().maxCoeff();
}

}  // namespace dsne::federated
