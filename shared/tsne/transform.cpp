#include "tsne/transform.h"

#include <algorithm>
#include <cmath>

#include "tsne/repulsion.h"

namespace dsne::tsne {
namespace {

constexpr double transform_perplexity = 5;
/// A step shorter than this ends the descent; neighbours on a map are about 1 apart.
constexpr double min_step = 1e-4;
constexpr int max_halvings = 20;
/// A step must reach this share of the fall that the gradient promises (Armijo's rule).
constexpr double min_share_of_fall = 1e-4;

}  // namespace

NeighbourAffinities affinities_over_reference(const Matrix& points, const Matrix& reference) {
  return affinities_over(points, reference, transform_perplexity);
}

FinishedMap::FinishedMap(const Matrix& coordinates)
    : coordinates_(coordinates), transposed_(coordinates.transpose()) {}

FinishedEmbedding::FinishedEmbedding(const Matrix& coordinates)
    : FinishedMap(coordinates),
      weights_(Vector::Ones(coordinates.rows())),
      normalizer_(1 + normalizer(coordinates) / static_cast<double>(coordinates.rows())) {}

FinishedEmbedding::FinishedEmbedding(const WeightedPoints& points)
    : FinishedMap(points.coordinates),
      weights_(points.weights),
      normalizer_(1 + repulsion(points).z / points.weights.sum()) {}

Fit FinishedEmbedding::fit(const NeighbourAffinities& affinities, Eigen::Index row,
                           const Position& place) const {
  const PointRepulsion repulsive = point_repulsion(place.data(), in_columns(), weights_);
  Fit fit;
  fit.divergence = repulsive.weight / normalizer_;
  fit.gradient = Eigen::Map<const Position>(repulsive.force.data(), place.size());
  fit.gradient *= -2 / normalizer_;
  const auto count = static_cast<std::size_t>(affinities.neighbours.count);
  const auto begin = static_cast<std::size_t>(row) * count;
  for (std::size_t k = begin; k < begin + count; ++k) {
    const Position difference =
        place - coordinates().row(static_cast<Eigen::Index>(affinities.neighbours.indices[k]));
    const double squared_distance = difference.squaredNorm();
    const double pull = 2 * affinities.values[k] / (1 + squared_distance);
    fit.divergence += affinities.values[k] * std::log1p(squared_distance);
    fit.gradient += pull * difference;
    fit.curvature += pull;
  }
  return fit;
}

Position FinishedMap::refine(const NeighbourAffinities& affinities, Eigen::Index row,
                             Position place, int iterations) const {
  Fit here = fit(affinities, row, place);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const Position step = -here.gradient / here.curvature;
    const double promised = -min_share_of_fall * here.gradient.dot(step);
    // Also stops at NaN, when the data are too large for their squares.
    if (!(step.norm() >= min_step)) break;
    double length = 1;
    Fit next = fit(affinities, row, place + step);
    for (int halving = 0; halving < max_halvings; ++halving) {
      if (next.divergence <= here.divergence - length * promised) break;
      length /= 2;
      next = fit(affinities, row, place + length * step);
    }
    if (!(next.divergence < here.divergence)) break;
    place += length * step;
    here = next;
  }
  return place;
}

Position FinishedMap::transform(const NeighbourAffinities& affinities, Eigen::Index row,
                                int iterations) const {
  return refine(affinities, row, start(affinities, row), iterations);
}

Position FinishedEmbedding::start(const NeighbourAffinities& affinities, Eigen::Index row) const {
  const auto nearest = static_cast<std::size_t>(row * affinities.neighbours.count);
  return coordinates().row(affinities.neighbours.indices[nearest]);
}

Matrix transform(const NeighbourAffinities& affinities, const FinishedMap& map) {
  const Eigen::Index points = affinities.points();
  Matrix coordinates(points, map.dimensions());
#pragma omp parallel for schedule(static) if (points >= min_transformed_for_threads)
  for (Eigen::Index i = 0; i < points; ++i) {
    coordinates.row(i) = map.transform(affinities, i, transform_iterations);
  }
  return coordinates;
}

Matrix transform(const Matrix& points, const Matrix& reference,
                 const Matrix& reference_coordinates) {
  return transform(affinities_over_reference(points, reference),
                   FinishedEmbedding(reference_coordinates));
}

}  // namespace dsne::tsne
