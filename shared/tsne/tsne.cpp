#include "tsne/tsne.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tsne/repulsion.h"

namespace dsne::tsne {
namespace {

// With fewer points, starting threads costs more than they save.
constexpr Eigen::Index min_rows_for_threads = 2000;

double squared_distance(const Matrix& coordinates, Eigen::Index i, Eigen::Index j) {
  return (coordinates.row(i) - coordinates.row(j)).squaredNorm();
}

/// Computes Σ_j p_ij w_ij (y_i − y_j) for one i, whose neighbours are [begin, end) of the
/// compressed rows.
template <int dimensions>
void attract(const Affinities& affinities, std::size_t begin, std::size_t end,
             const double* coordinates, const double* own, double* force) {
  std::array<double, dimensions> sum{};
  for (std::size_t k = begin; k < end; ++k) {
    const double* other = coordinates + std::size_t{affinities.columns[k]} * dimensions;
    std::array<double, dimensions> difference{};
    double squared = 0;
    for (std::size_t d = 0; d < dimensions; ++d) {
      difference[d] = own[d] - other[d];
      squared += difference[d] * difference[d];
    }
    const double weight = affinities.values[k] / (1 + squared);
    for (std::size_t d = 0; d < dimensions; ++d) sum[d] += weight * difference[d];
  }
  std::copy(sum.begin(), sum.end(), force);
}

}  // namespace

Matrix attraction(const Affinities& affinities, const Matrix& coordinates) {
  const Eigen::Index points = coordinates.rows();
  Matrix forces(points, coordinates.cols());
  const auto attract_row = coordinates.cols() == 2 ? attract<2> : attract<3>;
#pragma omp parallel for schedule(static) if (points >= min_rows_for_threads)
  for (Eigen::Index i = 0; i < points; ++i) {
    const auto row = static_cast<std::size_t>(i);
    attract_row(affinities, affinities.offsets[row], affinities.offsets[row + 1],
                coordinates.data(), coordinates.row(i).data(), forces.row(i).data());
  }
  return forces;
}

Matrix gradient(const Affinities& affinities, const Matrix& coordinates, double exaggeration,
                Precision precision) {
  return gradient(attraction(affinities, coordinates), repulsion(coordinates, precision),
                  exaggeration);
}

Matrix gradient(const Matrix& attractive, const Repulsion& repulsive, double exaggeration) {
  // Where points are so far apart that every weight underflows, nothing repels.
  const double z = std::max(repulsive.z, std::numeric_limits<double>::min());
  return 4 * (exaggeration * attractive - repulsive.forces.topRows(attractive.rows()) / z);
}

double kl_divergence(const Affinities& affinities, const Matrix& coordinates) {
  const double log_z =
      std::log(std::max(normalizer(coordinates), std::numeric_limits<double>::min()));
  double divergence = 0;
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (std::uint64_t k = affinities.offsets[row]; k < affinities.offsets[row + 1]; ++k) {
      const double p = affinities.values[k];
      if (p <= 0) continue;
      const auto j = static_cast<Eigen::Index>(affinities.columns[k]);
      divergence += p * (std::log(p) + std::log1p(squared_distance(coordinates, i, j)) + log_z);
    }
  }
  return divergence;
}

namespace {

constexpr double min_gain = 0.01;
constexpr double min_learning_rate = 10;

}  // namespace

OptimizerState OptimizerState::at_rest(Eigen::Index points, Eigen::Index dimensions) {
  return {Matrix::Zero(points, dimensions), Matrix::Ones(points, dimensions)};
}

double learning_rate(const Schedule& schedule, Eigen::Index points) {
  if (schedule.learning_rate > 0) return schedule.learning_rate;
  return std::max(static_cast<double>(points) / 48, min_learning_rate);
}

double exaggeration(const Schedule& schedule, int iteration) {
  return iteration < schedule.early_exaggeration_iterations ? schedule.early_exaggeration : 1;
}

double momentum(const Schedule& schedule, int iteration) {
  return iteration < schedule.momentum_switch_iteration ? schedule.momentum
                                                        : schedule.final_momentum;
}

void update_optimizer(OptimizerState& optimizer, const Matrix& gradient, double learning_rate,
                      double momentum) {
  const auto descends = gradient.array() * optimizer.velocity.array() < 0;
  optimizer.gains = descends.select(optimizer.gains.array() + 0.2, optimizer.gains.array() * 0.8)
                        .cwiseMax(min_gain)
                        .matrix()
                        .eval();
  optimizer.velocity =
      momentum * optimizer.velocity - learning_rate * optimizer.gains.cwiseProduct(gradient);
}

Matrix tsne(const Affinities& affinities, Matrix coordinates, const Schedule& schedule,
            int iterations) {
  const double rate = learning_rate(schedule, coordinates.rows());
  OptimizerState optimizer = OptimizerState::at_rest(coordinates.rows(), coordinates.cols());
  for (int t = 0; t < iterations; ++t) {
    update_optimizer(optimizer, gradient(affinities, coordinates, exaggeration(schedule, t)), rate,
                     momentum(schedule, t));
    coordinates += optimizer.velocity;
    coordinates.rowwise() -= coordinates.colwise().mean().eval();
  }
  return coordinates;
}

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

PlaceFit FinishedEmbedding::fit(const NeighbourAffinities& affinities, Eigen::Index row,
                                const Position& place) const {
  const PointRepulsion repulsive = point_repulsion(place.data(), in_columns(), weights_);
  PlaceFit fit;
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
  PlaceFit here = fit(affinities, row, place);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const Position step = -here.gradient / here.curvature;
    const double promised = -min_share_of_fall * here.gradient.dot(step);
    // Also stops at NaN, when the data are too large for their squares.
    if (!(step.norm() >= min_step)) break;
    double length = 1;
    PlaceFit next = fit(affinities, row, place + step);
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
