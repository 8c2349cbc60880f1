#include "tsne/weighted_repulsion.h"

#include <algorithm>
#include <vector>

#include "tsne/point_repulsion.h"

namespace dsne::tsne {
namespace {

using Eigen::Index;

// Below this number of pairs starting threads costs more than they save.
constexpr Index min_pairs_for_threads = 4'000'000;

/// What the weighted points do to each of some others.
struct Effects {
  Matrix forces;
  Vector weights;  ///< Σ_j W_j w_ij for each
};

Effects effects_on(const Matrix& coordinates, const WeightedPoints& points) {
  const Index count = coordinates.rows();
  const Matrix columns = points.coordinates.transpose();
  Effects effects{Matrix(count, coordinates.cols()), Vector(count)};
#pragma omp parallel for schedule(static) if (count * columns.cols() >= min_pairs_for_threads)
  for (Index i = 0; i < count; ++i) {
    const PointRepulsion point =
        point_repulsion(coordinates.row(i).data(), columns, points.weights);
    std::copy_n(point.force.begin(), coordinates.cols(), effects.forces.row(i).data());
    effects.weights(i) = point.weight;
  }
  return effects;
}

/// Z of the weighted points alone, each pair seen once.
double normalizer(const WeightedPoints& points) {
  const Index count = points.weights.size();
  const Matrix columns = points.coordinates.transpose();
  Vector later(count);  // Σ W_j w_ij over those after the point
#pragma omp parallel for schedule(dynamic, 16) if (count * count / 2 >= min_pairs_for_threads)
  for (Index i = 0; i < count; ++i) {
    later(i) = weight_of_later(i, columns, points.weights);
  }
  return points.weights.dot((points.weights.array() - 1 + 2 * later.array()).matrix());
}

}  // namespace

Repulsion repulsion(const Matrix& coordinates, const WeightedPoints& others, Precision precision) {
  Repulsion result = repulsion(coordinates, precision);
  if (others.weights.size() == 0) return result;
  const Effects effects = effects_on(coordinates, others);
  result.forces += effects.forces;
  result.z += 2 * effects.weights.sum() + normalizer(others);
  return result;
}

}  // namespace dsne::tsne
