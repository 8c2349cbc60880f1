#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "core/matrix.h"

namespace dsne::tsne {

/// Draws each coordinate independently from N(0, deviation²), from a seed.
inline Matrix random_coordinates(Eigen::Index points, Eigen::Index dimensions, double deviation,
                                 std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal(0, deviation);
  Matrix coordinates(points, dimensions);
  for (double& coordinate : coordinates.reshaped<Eigen::RowMajor>()) coordinate = normal(engine);
  return coordinates;
}

/// Scales coordinates so that the first one has the given standard deviation. Returns coordinates
/// without any spread unchanged.
inline Matrix rescaled(Matrix coordinates, double deviation) {
  const double mean = coordinates.col(0).mean();
  const double spread = std::sqrt((coordinates.col(0).array() - mean).square().mean());
  if (spread > 0) coordinates *= deviation / spread;
  return coordinates;
}

}  // namespace dsne::tsne
