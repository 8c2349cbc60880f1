#pragma once

#include <algorithm>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// Returns at most `most` row numbers below `rows`, evenly spaced from 0; all if there are no more.
inline std::vector<Eigen::Index> evenly_spaced(Eigen::Index rows, Eigen::Index most) {
  const Eigen::Index count = std::min(rows, most);
  std::vector<Eigen::Index> chosen;
  for (Eigen::Index i = 0; i < count; ++i) chosen.push_back(i * rows / count);
  return chosen;
}

}  // namespace dsne::quality
