#pragma once

#include "tsne/initialization.h"

/// 40 reference points with six features.
inline const dsne::Matrix& reference_data() {
  static const dsne::Matrix data = dsne::tsne::random_coordinates(40, 6, 1.0, 101);
  return data;
}

/// A site's own points with six features.
inline dsne::Matrix own_data(Eigen::Index points, std::uint64_t seed) {
  return dsne::tsne::random_coordinates(points, 6, 1.0, seed);
}

/// ‖actual − expected‖/‖expected‖.
inline double relative_error(const dsne::Matrix& actual, const dsne::Matrix& expected) {
  return (actual - expected).norm() / expected.norm();
}
