#include "tsne/initialization.h"

#include <cmath>
#include <random>

#include "tsne/neighbours.h"

namespace dsne {

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

Matrix places_of_nearest(const Matrix& points, const Matrix& reference,
                         const Matrix& reference_places, Eigen::Index count) {
  const Neighbours nearest = nearest_candidates(points, reference, count);
  Matrix places = Matrix::Zero(points.rows(), reference_places.cols());
  for (std::size_t k = 0; k < nearest.indices.size(); ++k) {
    places.row(static_cast<Eigen::Index>(k) / count) += reference_places.row(nearest.indices[k]);
  }
  return places / static_cast<double>(count);
}

}  // namespace dsne
