#include "summary/frame.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "summary/pool.h"
#include "tsne/affinities.h"
#include "tsne/gradient.h"
#include "tsne/initialization.h"
#include "tsne/neighbours.h"
#include "tsne/repulsion.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr int frame_steps = 750;
constexpr int early_steps = 250;
constexpr double early_exaggeration = 12;
constexpr double least_rate = 50;
constexpr double start_deviation = 0.01;
/// Noise for a coordinate without a component, so that the start is not a line.
constexpr double noise_deviation = 1e-4;
constexpr std::uint64_t noise_seed = 1;

tsne::Schedule schedule_for(double subjects) {
  tsne::Schedule schedule;
  schedule.learning_rate = std::max(subjects / early_exaggeration, least_rate);
  schedule.early_exaggeration = early_exaggeration;
  schedule.early_exaggeration_iterations = early_steps;
  schedule.momentum_switch_iteration = early_steps;
  return schedule;
}

Matrix start(const Matrix& features, const Vector& subjects, Index dimensions) {
  const data::Pca pca = weighted_components(features, subjects, dimensions);
  Matrix coordinates =
      tsne::random_coordinates(features.rows(), dimensions, noise_deviation, noise_seed);
  const Index found = std::min(dimensions, pca.components.cols());
  if (found == 0) return coordinates;
  coordinates.leftCols(found) =
      tsne::rescaled(data::project(pca, features), start_deviation).leftCols(found);
  return coordinates;
}

}  // namespace

tsne::Affinities frame_affinities(const Matrix& features, const Vector& subjects,
                                  double perplexity) {
  const double wanted = frame_perplexities * perplexity;
  const Index others = features.rows() - 1;
  const tsne::Neighbours nearest = tsne::nearest_neighbours(
      features, std::min(tsne::enough_candidates(subjects, wanted), others));
  const auto conditional = tsne::weighted_affinities(nearest, subjects, wanted);
  tsne::Affinities joint = tsne::symmetrized(tsne::compressed(conditional, subjects), 1);
  for (double& value : joint.values) value /= subjects.sum();
  return joint;
}

Matrix frame_gradient(const tsne::Affinities& affinities, const Vector& subjects,
                      const Matrix& coordinates, double exaggeration) {
  const Matrix attractive =
      tsne::attraction(affinities, coordinates).array().colwise() / subjects.array();
  return tsne::gradient(attractive, tsne::repulsion(tsne::WeightedPoints{coordinates, subjects}),
                        exaggeration);
}

double frame_divergence(const tsne::Affinities& affinities, const Vector& subjects,
                        const Matrix& coordinates) {
  const double z = tsne::repulsion(tsne::WeightedPoints{coordinates, subjects}).z;
  double divergence = 0;
  for (Index i = 0; i < affinities.points(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (auto k = affinities.offsets[row]; k < affinities.offsets[row + 1]; ++k) {
      const double p = affinities.values[k];
      const auto j = static_cast<Index>(affinities.columns[k]);
      if (!(p > 0)) continue;
      const double distance = (coordinates.row(i) - coordinates.row(j)).squaredNorm();
      divergence += p * std::log(p * z * (1 + distance) / (subjects(i) * subjects(j)));
    }
  }
  return divergence;
}

Matrix frame(const Matrix& features, const Vector& subjects, double perplexity, Index dimensions) {
  if (features.rows() < 2) throw InputError("a map needs at least two points");
  const tsne::Affinities affinities = frame_affinities(features, subjects, perplexity);
  return descend(start(features, subjects, dimensions), schedule_for(subjects.sum()), frame_steps,
                 [&](const Matrix& coordinates, double exaggeration) {
                   return frame_gradient(affinities, subjects, coordinates, exaggeration);
                 });
}

Matrix descend(Matrix coordinates, const tsne::Schedule& schedule, int iterations,
               const std::function<Matrix(const Matrix&, double)>& gradient) {
  auto optimizer = tsne::OptimizerState::at_rest(coordinates.rows(), coordinates.cols());
  for (int i = 0; i < iterations; ++i) {
    tsne::update_optimizer(optimizer, gradient(coordinates, tsne::exaggeration(schedule, i)),
                           schedule.learning_rate, tsne::momentum(schedule, i));
    coordinates += optimizer.velocity;
  }
  return coordinates;
}

}  // namespace dsne::summary
