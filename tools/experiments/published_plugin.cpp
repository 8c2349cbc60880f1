#include "tools/experiments/published_plugin.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/uniform.h"
#include "data/pca.h"
#include "data/stacked.h"
#include "tsne/affinities.h"
#include "tsne/gradient.h"
#include "tsne/initialization.h"

namespace dsne::experiments {
namespace {

using Eigen::Index;

constexpr double learning_rate = 500;
constexpr double first_exaggeration = 8;
constexpr double last_exaggeration = 2;
constexpr int last_exaggerated_iteration = 100;
constexpr int momentum_switch = 20;
constexpr double min_gain = 0.01;
/// The plugin's affinities run over all pairs; beyond this many neighbours is next to none of them.
constexpr double neighbours_per_perplexity = 10;

/// Along components about zero instead of the mean: those of the points and their mirror images.
Matrix reduced(const Matrix& points, Index dimensions) {
  return data::project(data::fit_pca(data::stacked(points, -points), dimensions), points);
}

Matrix prepared(Matrix points, Index dimensions) {
  for (auto row : points.rowwise()) {
    const double largest = row.cwiseAbs().maxCoeff();
    if (largest > 0) row /= largest;
    row.array() -= row.mean();
  }
  if (dimensions >= points.cols()) return points;
  return reduced(points, dimensions);
}

double exaggeration(int iteration) {
  return iteration <= last_exaggerated_iteration ? first_exaggeration : last_exaggeration;
}

tsne::Affinities plugin_affinities(const Matrix& points, const PublishedPluginOptions& options) {
  const double perplexity = std::min(options.perplexity, tsne::largest_perplexity(points.rows()));
  const auto count = static_cast<Index>(std::ceil(neighbours_per_perplexity * perplexity));
  return tsne::joint_affinities(prepared(points, options.initial_dims), perplexity, count);
}

/// The plugin's gradient lacks the factor 4.
Matrix plugin_gradient(const tsne::Affinities& affinities, const Matrix& coordinates,
                       int iteration) {
  return tsne::gradient(affinities, coordinates, exaggeration(iteration), tsne::Precision::full) /
         4;
}

/// @param gains those of the last iteration, or ones for gains that do not learn
Matrix next_gains(const Matrix& gains, const Matrix& gradient, const Matrix& velocity) {
  const auto descends = (gradient.array() > 0) != (velocity.array() > 0);
  return descends.select(gains.array() + 0.2, gains.array() * 0.8).cwiseMax(min_gain).matrix();
}

Matrix next_velocity(const Matrix& velocity, const Matrix& gains, const Matrix& gradient,
                     int iteration) {
  const double momentum = iteration < momentum_switch ? 0.5 : 0.9;
  return momentum * velocity - learning_rate * gains.cwiseProduct(gradient);
}

Matrix reference_embedding(const tsne::Affinities& affinities, int iterations, std::uint64_t seed) {
  Matrix coordinates = tsne::random_coordinates(affinities.points(), 2, 1, seed);
  Matrix velocity = Matrix::Zero(coordinates.rows(), 2);
  Matrix gains = Matrix::Ones(coordinates.rows(), 2);
  for (int t = 0; t < iterations; ++t) {
    const Matrix slope = plugin_gradient(affinities, coordinates, t);
    gains = next_gains(gains, slope, velocity);
    velocity = next_velocity(velocity, gains, slope, t);
    coordinates += velocity;
    coordinates.rowwise() -= coordinates.colwise().mean().eval();
  }
  return coordinates;
}

/// Uniform in the smallest box around the places.
Matrix random_in_box(const Matrix& coordinates, Index points, std::mt19937_64& engine) {
  const RowVector low = coordinates.colwise().minCoeff();
  const RowVector size = coordinates.colwise().maxCoeff() - low;
  Matrix result(points, 2);
  for (Index c = 0; c < 2; ++c) {
    for (double& coordinate : result.col(c)) {
      coordinate = low(c) + size(c) * uniform(engine);
    }
  }
  return result;
}

/// A site's reference (first) and own points together.
struct SiteState {
  tsne::Affinities affinities;
  Matrix coordinates;
  Matrix velocity;

  void make_round(Index shared, const RowVector& shift, int round) {
    coordinates.rowwise() -= shift;
    const Matrix slope = plugin_gradient(affinities, coordinates, round);
    const Matrix ones = Matrix::Ones(coordinates.rows(), 2);
    velocity = next_velocity(velocity, next_gains(ones, slope, velocity), slope, round);
    const Index own = coordinates.rows() - shared;
    coordinates.bottomRows(own) += velocity.bottomRows(own);
  }
};

SiteState start(const Matrix& reference, const Matrix& own, const Matrix& reference_coordinates,
                const PublishedPluginOptions& options, std::mt19937_64& engine) {
  SiteState state;
  state.affinities = plugin_affinities(data::stacked({reference, own}), options);
  state.coordinates = random_in_box(reference_coordinates, reference.rows() + own.rows(), engine);
  state.velocity = Matrix::Zero(state.coordinates.rows(), 2);
  return state;
}

}  // namespace

Matrix published_plugin_embedding(const Matrix& reference, const std::vector<Matrix>& sites,
                                  const PublishedPluginOptions& options, std::uint64_t seed) {
  const Index shared = reference.rows();
  Matrix reference_coordinates = reference_embedding(plugin_affinities(reference, options),
                                                     options.reference_iterations, seed);
  std::mt19937_64 engine(seed);
  std::vector<SiteState> states;
  states.reserve(sites.size());
  for (const Matrix& own : sites) {
    states.push_back(start(reference, own, reference_coordinates, options, engine));
  }
  const auto number = static_cast<double>(sites.size());
  RowVector shift = RowVector::Zero(2);
  for (int round = 0; round < options.rounds; ++round) {
#pragma omp parallel for schedule(dynamic)
    for (SiteState& site : states) {
      if (round > 0) site.coordinates.topRows(shared) = reference_coordinates;
      site.make_round(shared, shift, round);
    }
    Matrix sum = Matrix::Zero(shared, 2);
    RowVector next_shift = RowVector::Zero(2);
    for (const SiteState& site : states) {
      sum += site.coordinates.topRows(shared) + site.velocity.topRows(shared);
      next_shift += site.coordinates.colwise().mean();
    }
    reference_coordinates = sum / number;
    shift = next_shift / number;
  }
  std::vector<Matrix> parts = {reference_coordinates};
  for (const SiteState& site : states) {
    parts.emplace_back(site.coordinates.bottomRows(site.coordinates.rows() - shared));
  }
  return data::stacked(parts);
}

}  // namespace dsne::experiments
