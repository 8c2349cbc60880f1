#include "nn/repulsion_surrogate.h"

#include <random>
#include <utility>
#include <vector>

#include "core/uniform.h"

namespace dsne::nn {
namespace {

using Eigen::Index;

constexpr Index hidden = 64;
constexpr int steps = 500;
constexpr std::size_t batch = 256;  // grid points drawn in each step
constexpr double learning_rate = 0.001;

double half_width(const Grid& grid) { return grid.step * static_cast<double>(grid.side - 1) / 2; }

Matrix on_grid(const Grid& grid, const Matrix& at) {
  const double half = half_width(grid);
  return ((at.rowwise() - grid.low).array() - half) / half;
}

void descend(RepulsionSurrogate& surrogate, const Matrix& at, const Vector& values) {
  const Layers of_points = layers(surrogate.network, at);
  const Matrix slope = 2 / static_cast<double>(at.rows()) * (of_points.back() - values);
  surrogate.network.weights += adam_step(
      surrogate.adam, weight_gradient(surrogate.network, of_points, slope), learning_rate);
}

}  // namespace

std::vector<Index> surrogate_widths(Index dimensions) { return {dimensions, hidden, 1}; }

RepulsionSurrogate new_surrogate(Index dimensions) {
  Network network = random_network(surrogate_widths(dimensions), 1);
  Adam adam = Adam::at_rest(network.weights.size());
  return {std::move(network), std::move(adam)};
}

void tune(RepulsionSurrogate& surrogate, const Grid& grid, const RowVector& values,
          std::uint64_t seed) {
  const double unit = values.mean();
  if (!(unit > 0)) return;
  const Matrix points = on_grid(grid, grid_points(grid));
  std::mt19937_64 engine(seed);
  std::vector<Index> drawn(batch);
  for (int step = 0; step < steps; ++step) {
    for (Index& point : drawn) {
      point = static_cast<Index>(uniform(engine) * static_cast<double>(points.rows()));
    }
    descend(surrogate, points(drawn, Eigen::all), values(drawn).transpose() / unit);
  }
}

Network in_units(const RepulsionSurrogate& surrogate, double unit) {
  Network network = surrogate.network;
  network.weights.tail(hidden + 1) *= unit;
  return network;
}

Matrix surrogate_slope(const Network& network, const Grid& grid, const Matrix& at) {
  const Matrix places = on_grid(grid, at);
  const Layers of_places = layers(network, places);
  const auto counts =
      (places.array().abs() <= 1).rowwise().all() && (of_places.back().col(0).array() > 0);
  const Matrix slope = counts.select(Vector::Ones(at.rows()), 0.0);
  return input_gradient(network, of_places, slope) / half_width(grid);
}

}  // namespace dsne::nn
