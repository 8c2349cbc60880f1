#include "tsne/repulsion.h"

#include <algorithm>
#include <vector>

#include "tsne/pair_kernels.h"
#include "tsne/tree_repulsion.h"

namespace dsne::tsne {
namespace {

using Eigen::Index;

// With fewer points, starting threads costs more than they save.
constexpr Eigen::Index min_points_for_threads = 2000;
// Here both take the same time, measured with one thread and with two: see docs/benchmarks.md.
constexpr Eigen::Index min_points_for_tree = 4000;
constexpr Eigen::Index max_points_for_exact_normalizer = 20000;

/// Computes the repulsion of all other points on point i.
PointRepulsion repulsion_of(const Coordinates& coordinates, Eigen::Index i) {
  const FloatPlace place = place_at(coordinates, i);
  PointRepulsion sum;
  add_pairs(sum, place, coordinates, 0, i);
  add_pairs(sum, place, coordinates, i + 1, coordinates.cols());
  return sum;
}

PointRepulsion repulsion_of(const Matrix& transposed, const Vector& weights,
                            const Matrix& coordinates, Eigen::Index i) {
  PointRepulsion sum = point_repulsion(coordinates.row(i).data(), transposed, weights);
  // The point itself adds exactly 1 to the weight.
  sum.weight -= 1;
  return sum;
}

/// @param repulsion_of_point computes the repulsion on the point of an index
template <typename RepulsionOfPoint>
Repulsion collect(const Matrix& coordinates, const RepulsionOfPoint& repulsion_of_point) {
  const Eigen::Index points = coordinates.rows();
  Repulsion result;
  result.forces.resize(points, coordinates.cols());
  std::vector<double> row_z(static_cast<std::size_t>(points));
#pragma omp parallel for schedule(static) if (points >= min_points_for_threads)
  for (Eigen::Index i = 0; i < points; ++i) {
    const PointRepulsion point = repulsion_of_point(i);
    for (Eigen::Index k = 0; k < coordinates.cols(); ++k) {
      result.forces(i, k) = point.force[static_cast<std::size_t>(k)];
    }
    row_z[static_cast<std::size_t>(i)] = point.weight;
  }
  for (const double z : row_z) result.z += z;
  return result;
}

// With fewer pairs, starting threads costs more than they save.
constexpr Index min_pairs_for_threads = 4'000'000;
// Here both take the same time: the pairs of 4,000 points, as without weights.
constexpr Index min_pairs_for_tree = 16'000'000;
constexpr Index min_sources_for_tree = 1000;

/// Coordinates of both sets in single precision around one mean, so that pairs across both are as
/// exact as within.
struct Places {
  Coordinates map;
  Coordinates others;
};

Places centred_together(const Matrix& coordinates, const Matrix& others) {
  Matrix all(coordinates.rows() + others.rows(), coordinates.cols());
  all << coordinates, others;
  const Coordinates centred = centred_coordinates(all);
  return {centred.leftCols(coordinates.rows()), centred.rightCols(others.rows())};
}

/// Computes the weighted points' effects on each point of the embedding by all pairs.
TreeEffects pair_effects(const Coordinates& map, const Coordinates& others,
                         const FloatWeights& weights) {
  const Index count = map.cols();
  TreeEffects effects{Matrix(count, map.rows()), Vector(count)};
#pragma omp parallel for schedule(static) if (count * others.cols() >= min_pairs_for_threads)
  for (Index i = 0; i < count; ++i) {
    PointRepulsion point;
    add_weighted_pairs(point, place_at(map, i), others, weights, others.cols());
    std::copy_n(point.force.begin(), map.rows(), effects.forces.row(i).data());
    effects.weights(i) = point.weight;
  }
  return effects;
}

TreeEffects effects_on(const Coordinates& map, const Coordinates& others,
                       const FloatWeights& weights) {
  if (others.cols() < min_sources_for_tree || map.cols() * others.cols() < min_pairs_for_tree) {
    return pair_effects(map, others, weights);
  }
  return tree_effects(kd_tree(map), kd_tree(others, weights));
}

}  // namespace

Repulsion repulsion(const Matrix& coordinates, Precision precision) {
  if (precision == Precision::single) {
    if (coordinates.rows() >= min_points_for_tree) return tree_repulsion(coordinates);
    const Coordinates centred = centred_coordinates(coordinates);
    return collect(coordinates, [&](Eigen::Index i) { return repulsion_of(centred, i); });
  }
  const Matrix transposed = coordinates.transpose();
  const Vector weights = Vector::Ones(coordinates.rows());
  return collect(coordinates,
                 [&](Eigen::Index i) { return repulsion_of(transposed, weights, coordinates, i); });
}

double normalizer(const Matrix& coordinates) {
  const bool exact = coordinates.rows() <= max_points_for_exact_normalizer;
  return repulsion(coordinates, exact ? Precision::full : Precision::single).z;
}

Repulsion repulsion(const Matrix& coordinates, const WeightedPoints& others,
                    double normalizer_of_others) {
  Repulsion result = repulsion(coordinates, Precision::single);
  if (others.weights.size() == 0) return result;
  const Places places = centred_together(coordinates, others.coordinates);
  const TreeEffects effects = effects_on(places.map, places.others, others.weights.cast<float>());
  result.forces += effects.forces;
  result.z += 2 * effects.weights.sum() + normalizer_of_others;
  return result;
}

Repulsion repulsion(const WeightedPoints& points) {
  const Coordinates places = centred_coordinates(points.coordinates);
  const TreeEffects effects = effects_on(places, places, points.weights.cast<float>());
  return {effects.forces, points.weights.dot(effects.weights - points.weights)};
}

}  // namespace dsne::tsne
