#include "nn/adam.h"

#include <cmath>

namespace dsne::nn {
namespace {

// The paper's values.
constexpr double mean_decay = 0.9;
constexpr double squares_decay = 0.999;
constexpr double least_deviation = 1e-8;

}  // namespace

Adam Adam::at_rest(Eigen::Index weights) {
  return {RowVector::Zero(weights), RowVector::Zero(weights), 0};
}

RowVector adam_step(Adam& adam, const RowVector& gradient, double learning_rate) {
  ++adam.steps;
  adam.mean = mean_decay * adam.mean + (1 - mean_decay) * gradient;
  adam.squares = squares_decay * adam.squares + (1 - squares_decay) * gradient.cwiseAbs2();
  const auto steps = static_cast<double>(adam.steps);
  const double mean_share = 1 - std::pow(mean_decay, steps);
  const double squares_share = 1 - std::pow(squares_decay, steps);
  return -learning_rate * (adam.mean.array() / mean_share) /
         ((adam.squares.array() / squares_share).sqrt() + least_deviation);
}

}  // namespace dsne::nn
