#include "data/quantile.h"

#include <cmath>
#include <cstddef>

namespace dsne::data {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 == sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - std::floor(place));
}

}  // namespace dsne::data
