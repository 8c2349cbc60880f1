#include "quality/far_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dsne::quality {
namespace {

using Eigen::Index;
using SortedValues = std::vector<std::pair<double, Index>>;  ///< values with their subjects, sorted

constexpr std::size_t least_others = 10;

SortedValues sorted_values(const Matrix& bent, Index measure, const std::vector<Index>& rows) {
  SortedValues values;
  for (const Index row : rows) {
    if (!std::isnan(bent(row, measure))) values.emplace_back(bent(row, measure), row);
  }
  std::sort(values.begin(), values.end());
  return values;
}

/// @param others sorted; the subject itself may be the first or the last
bool is_far(double value, Index subject, const SortedValues& others) {
  const std::size_t first = others.front().second == subject ? 1 : 0;
  const std::size_t last = others.size() - (others.back().second == subject ? 2 : 1);
  const double low = others[first].first;
  const double high = others[last].first;
  return value - high > high - low || low - value > high - low;
}

}  // namespace

std::vector<bool> has_far_value(const Matrix& bent, const std::vector<Index>& learners,
                                const RobustUnits& units) {
  std::vector<bool> far(static_cast<std::size_t>(bent.rows()), false);
  for (Index f = 0; f < bent.cols(); ++f) {
    if (units.constant[static_cast<std::size_t>(f)]) continue;
    const SortedValues others = sorted_values(bent, f, learners);
    if (others.size() <= least_others) continue;
    for (Index i = 0; i < bent.rows(); ++i) {
      const double value = bent(i, f);
      if (!std::isnan(value) && is_far(value, i, others)) far[static_cast<std::size_t>(i)] = true;
    }
  }
  return far;
}

}  // namespace dsne::quality
