// Networks that the tests of shared/sphere put on a sphere.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "core/matrix.h"
#include "core/uniform.h"

/// Points that lie on a sphere, anywhere.
inline dsne::Matrix points_on_sphere(Eigen::Index count, Eigen::Index dimensions,
                                     std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  dsne::Matrix points(count, dimensions + 1);
  for (double& value : points.reshaped()) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += dsne::uniform(engine);
    value = sum;
  }
  points.rowwise().normalize();
  return points;
}

/// Correlations of time series that share a few sources.
inline dsne::Matrix network_of(Eigen::Index regions, std::uint64_t seed) {
  const dsne::Matrix sources = points_on_sphere(regions, 7, seed);
  const dsne::Matrix own = points_on_sphere(regions, 40, seed + 1000);
  dsne::Matrix values(regions, sources.cols() + own.cols());
  values << sources, own;
  values.rowwise().normalize();
  return values * values.transpose();
}
