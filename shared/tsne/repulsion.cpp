#include "tsne/repulsion.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/simd.h"
#include "tsne/tree_repulsion.h"

namespace dsne::tsne {
namespace {

DSNE_SIMD PointRepulsion repulsion_2d(const double* place, const double* x, const double* y,
                                      const double* counts, std::ptrdiff_t points) {
  const double px = place[0];
  const double py = place[1];
  double fx = 0;
  double fy = 0;
  double weight = 0;
#pragma omp simd reduction(+ : fx, fy, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const double dx = px - x[j];
    const double dy = py - y[j];
    const double w = 1 / (1 + dx * dx + dy * dy);
    const double force = counts[j] * w * w;
    weight += counts[j] * w;
    fx += force * dx;
    fy += force * dy;
  }
  return {{fx, fy, 0}, weight};
}

DSNE_SIMD PointRepulsion repulsion_3d(const double* place, const double* x, const double* y,
                                      const double* u, const double* counts,
                                      std::ptrdiff_t points) {
  const double px = place[0];
  const double py = place[1];
  const double pu = place[2];
  double fx = 0;
  double fy = 0;
  double fu = 0;
  double weight = 0;
#pragma omp simd reduction(+ : fx, fy, fu, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const double dx = px - x[j];
    const double dy = py - y[j];
    const double du = pu - u[j];
    const double w = 1 / (1 + dx * dx + dy * dy + du * du);
    const double force = counts[j] * w * w;
    weight += counts[j] * w;
    fx += force * dx;
    fy += force * dy;
    fu += force * du;
  }
  return {{fx, fy, fu}, weight};
}

/// The number of pairs summed in single precision before their sum is added in double.
constexpr std::ptrdiff_t block = 1024;
constexpr double furthest = 1e15;

DSNE_SIMD void add_block_2d(PointRepulsion& sum, const FloatPlace& place, const float* x,
                            const float* y, const float* weights, std::ptrdiff_t points) {
  float fx = 0;
  float fy = 0;
  float weight = 0;
#pragma omp simd reduction(+ : fx, fy, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const float dx = place[0] - x[j];
    const float dy = place[1] - y[j];
    const float w = 1 / (1 + dx * dx + dy * dy);
    const float counted = weights[j] * w;
    weight += counted;
    fx += counted * w * dx;
    fy += counted * w * dy;
  }
  sum.force[0] += double{fx};
  sum.force[1] += double{fy};
  sum.weight += double{weight};
}

DSNE_SIMD void add_block_3d(PointRepulsion& sum, const FloatPlace& place, const float* x,
                            const float* y, const float* u, const float* weights,
                            std::ptrdiff_t points) {
  float fx = 0;
  float fy = 0;
  float fu = 0;
  float weight = 0;
#pragma omp simd reduction(+ : fx, fy, fu, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const float dx = place[0] - x[j];
    const float dy = place[1] - y[j];
    const float du = place[2] - u[j];
    const float w = 1 / (1 + dx * dx + dy * dy + du * du);
    const float counted = weights[j] * w;
    weight += counted;
    fx += counted * w * dx;
    fy += counted * w * dy;
    fu += counted * w * du;
  }
  sum.force[0] += double{fx};
  sum.force[1] += double{fy};
  sum.force[2] += double{fu};
  sum.weight += double{weight};
}

}  // namespace

PointRepulsion point_repulsion(const double* place, const Matrix& coordinates,
                               const Vector& weights) {
  const double* x = coordinates.data();
  const std::ptrdiff_t points = coordinates.cols();
  return coordinates.rows() == 2
             ? repulsion_2d(place, x, x + points, weights.data(), points)
             : repulsion_3d(place, x, x + points, x + 2 * points, weights.data(), points);
}

Coordinates centred_coordinates(const Matrix& coordinates) {
  const RowVector mean = coordinates.colwise().mean();
  return (coordinates.rowwise() - mean)
      .cwiseMax(-furthest)
      .cwiseMin(furthest)
      .transpose()
      .cast<float>();
}

FloatPlace place_at(const Coordinates& coordinates, Eigen::Index column) {
  FloatPlace place{};
  for (Eigen::Index k = 0; k < coordinates.rows(); ++k) {
    place[static_cast<std::size_t>(k)] = coordinates(k, column);
  }
  return place;
}

void add_pairs(PointRepulsion& sum, const FloatPlace& place, const Coordinates& coordinates,
               const FloatWeights& weights, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const float* x = coordinates.data();
  const float* y = x + coordinates.cols();
  for (std::ptrdiff_t j = begin; j < end; j += block) {
    const std::ptrdiff_t points = std::min(block, end - j);
    const float* w = weights.data() + j;
    if (coordinates.rows() == 2) {
      add_block_2d(sum, place, x + j, y + j, w, points);
    } else {
      add_block_3d(sum, place, x + j, y + j, y + coordinates.cols() + j, w, points);
    }
  }
}

namespace {

using Eigen::Index;

// Here both take the same time, measured with one thread and with two: see docs/benchmarks.md.
constexpr Index min_points_for_tree = 4000;
constexpr Index max_points_for_exact_normalizer = 20000;
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

/// Computes the effects on each point by all pairs.
/// @param repulsion_of_point computes the repulsion on the point of an index
template <typename RepulsionOfPoint>
TreeEffects pair_effects(Index points, Index others, Index dimensions,
                         const RepulsionOfPoint& repulsion_of_point) {
  TreeEffects effects{Matrix(points, dimensions), Vector(points)};
#pragma omp parallel for schedule(static) if (points * others >= min_pairs_for_threads)
  for (Index i = 0; i < points; ++i) {
    const PointRepulsion point = repulsion_of_point(i);
    std::copy_n(point.force.begin(), dimensions, effects.forces.row(i).data());
    effects.weights(i) = point.weight;
  }
  return effects;
}

TreeEffects effects_on(const Coordinates& map, const Coordinates& others,
                       const FloatWeights& weights) {
  if (others.cols() >= min_sources_for_tree && map.cols() * others.cols() >= min_pairs_for_tree) {
    return tree_effects(kd_tree(map, FloatWeights::Ones(map.cols())), kd_tree(others, weights));
  }
  return pair_effects(map.cols(), others.cols(), map.rows(), [&](Index i) {
    PointRepulsion point;
    add_pairs(point, place_at(map, i), others, weights, 0, others.cols());
    return point;
  });
}

/// Computes the effects of all other points on each point, in single precision.
TreeEffects effects_in_single(const Matrix& coordinates) {
  const Index points = coordinates.rows();
  const Coordinates centred = centred_coordinates(coordinates);
  const FloatWeights weights = FloatWeights::Ones(points);
  return pair_effects(points, points, coordinates.cols(), [&](Index i) {
    const FloatPlace place = place_at(centred, i);
    PointRepulsion sum;
    add_pairs(sum, place, centred, weights, 0, i);
    add_pairs(sum, place, centred, weights, i + 1, points);
    return sum;
  });
}

TreeEffects effects_in_double(const Matrix& coordinates) {
  const Index points = coordinates.rows();
  const Matrix columns = coordinates.transpose();
  const Vector weights = Vector::Ones(points);
  return pair_effects(points, points, coordinates.cols(), [&](Index i) {
    PointRepulsion sum = point_repulsion(coordinates.row(i).data(), columns, weights);
    sum.weight -= 1;  // the point's own
    return sum;
  });
}

}  // namespace

Repulsion repulsion(const Matrix& coordinates, Precision precision) {
  const bool single = precision == Precision::single;
  if (single && coordinates.rows() >= min_points_for_tree) return tree_repulsion(coordinates);
  TreeEffects effects = single ? effects_in_single(coordinates) : effects_in_double(coordinates);
  return {std::move(effects.forces),
          std::accumulate(effects.weights.begin(), effects.weights.end(), 0.0)};
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
