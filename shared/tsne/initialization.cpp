#include "tsne/initialization.h"

#include <cmath>
#include <random>

namespace dsne::tsne {

Matrix random_places(Eigen::Index points, Eigen::Index dimensions, double deviation,
                     std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal(0, deviation);
  Matrix places(points, dimensions);
  for (double& coordinate : places.reshaped<Eigen::RowMajor>()) coordinate = normal(engine);
  return places;
}

Matrix rescaled(Matrix places, double deviation) {
  const double mean = places.col(0).mean();
  const double spread = std::sqrt((places.col(0).array() - mean).square().mean());
  if (spread > 0) places *= deviation / spread;
  return places;
}

}  // namespace dsne::tsne
