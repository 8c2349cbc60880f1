#include "tsne/tsne.h"

#include <algorithm>

#include "tsne/gradient.h"

namespace dsne::tsne {
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

}  // namespace dsne::tsne
