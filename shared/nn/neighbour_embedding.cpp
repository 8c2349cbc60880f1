#include "nn/neighbour_embedding.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "core/products.h"
#include "core/uniform.h"

namespace dsne::nn {
namespace {

using Eigen::Index;

Matrix squared_distances(const Matrix& heads, const Matrix& tails) {
  Matrix distances = -2 * times_transpose(heads, tails);
  distances.colwise() += heads.rowwise().squaredNorm();
  distances.rowwise() += tails.rowwise().squaredNorm().transpose();
  return distances.cwiseMax(0);
}

/// Computes the gradient with respect to the coordinates.
/// @param pulls the gradient with respect to the squared distances (heads × tails)
EdgeGradient pulled(const Matrix& heads, const Matrix& tails, const Matrix& pulls) {
  const Vector of_heads = pulls.rowwise().sum();
  const Vector of_tails = pulls.colwise().sum().transpose();
  return {2 * (of_heads.asDiagonal() * heads - pulls * tails),
          2 * (of_tails.asDiagonal() * tails - pulls.transpose() * heads)};
}

/// Returns the weight of the repulsion between an edge's head and another edge's tail.
double weight_of_pair(Index edges, double repulsion) {
  return edges < 2 ? 0 : repulsion / static_cast<double>(edges * (edges - 1));
}

}  // namespace

EdgeGradient contrastive_gradient(const Matrix& heads, const Matrix& tails, double repulsion) {
  const Index edges = heads.rows();
  const auto apart = (squared_distances(heads, tails).array() + repulsion_softening).eval();
  Matrix pulls = -weight_of_pair(edges, repulsion) / (apart * (apart + 1));
  const Vector lengths = (heads - tails).rowwise().squaredNorm();
  pulls.diagonal() = 1 / ((1 + lengths.array()) * static_cast<double>(edges));
  return pulled(heads, tails, pulls);
}

EdgeGradient repulsion_gradient(const Matrix& heads, const Matrix& others, double repulsion) {
  const auto pairs = static_cast<double>(heads.rows() * others.rows());
  const auto apart = (squared_distances(heads, others).array() + repulsion_softening).eval();
  return pulled(heads, others, -repulsion / pairs / (apart * (apart + 1)));
}

namespace {

constexpr double deviations_covered = 3;

/// A point's position within a cell of the grid.
struct InCell {
  Index corner = 0;  ///< the cell's first point
  RowVector shares;  ///< how far along each side
  bool inside = true;
};

InCell in_cell(const Grid& grid, const RowVector& place) {
  InCell found;
  const RowVector along = (place - grid.low) / grid.step;
  found.inside =
      (along.array() >= 0).all() && (along.array() < static_cast<double>(grid.side - 1)).all();
  if (!found.inside) return found;
  found.shares = along.array() - along.array().floor();
  for (const double steps : along) {
    found.corner = found.corner * grid.side + static_cast<Index>(steps);
  }
  return found;
}

/// Computes the gradient within a cell: the differences along each side, weighted by nearness.
RowVector slope_in(const Grid& grid, const RowVector& values, const InCell& cell) {
  const Index dimensions = grid.low.size();
  RowVector slope = RowVector::Zero(dimensions);
  for (Index corner = 0; corner < Index{1} << dimensions; ++corner) {
    Index point = 0;
    for (Index d = 0; d < dimensions; ++d) point = point * grid.side + ((corner >> d) & 1);
    const double value = values(cell.corner + point);
    for (Index d = 0; d < dimensions; ++d) {
      double weight = ((corner >> d) & 1) != 0 ? 1 : -1;
      for (Index e = 0; e < dimensions; ++e) {
        if (e != d) weight *= ((corner >> e) & 1) != 0 ? cell.shares(e) : 1 - cell.shares(e);
      }
      slope(d) += weight * value;
    }
  }
  return slope / grid.step;
}

constexpr Index hidden = 64;
constexpr int training_steps = 500;
constexpr std::size_t batch = 256;  // grid points drawn in each step
constexpr double training_rate = 0.001;

double half_width(const Grid& grid) { return grid.step * static_cast<double>(grid.side - 1) / 2; }

Matrix on_grid(const Grid& grid, const Matrix& at) {
  const double half = half_width(grid);
  return ((at.rowwise() - grid.low).array() - half) / half;
}

void descend(RepulsionSurrogate& surrogate, const Matrix& at, const Vector& values) {
  const Layers of_points = layers(surrogate.network, at);
  const Matrix slope = 2 / static_cast<double>(at.rows()) * (of_points.back() - values);
  surrogate.network.weights += adam_step(
      surrogate.adam, weight_gradient(surrogate.network, of_points, slope), training_rate);
}

}  // namespace

Index Grid::points() const {
  Index all = 1;
  for (Index d = 0; d < low.size(); ++d) all *= side;
  return all;
}

Matrix grid_points(const Grid& grid) {
  const Index dimensions = grid.low.size();
  Matrix points(grid.points(), dimensions);
  for (Index i = 0; i < points.rows(); ++i) {
    Index rest = i;
    for (Index d = dimensions; d-- > 0; rest /= grid.side) {
      points(i, d) = grid.low(d) + grid.step * static_cast<double>(rest % grid.side);
    }
  }
  return points;
}

Index most_grid_side(Index dimensions) {
  if (dimensions == 0) return 2;  // a grid that is not chosen yet
  constexpr double rounding = 1e-9;
  return static_cast<Index>(std::pow(most_grid_points, 1 / static_cast<double>(dimensions)) +
                            rounding);
}

Grid grid_over(const RowVector& mean, const RowVector& deviations) {
  const double width = 2 * std::max(least_grid_step, deviations_covered * deviations.maxCoeff());
  const auto longest = static_cast<double>(most_grid_side(mean.size()) - 1);
  Grid grid;
  grid.step = std::max(least_grid_step, width / longest);
  grid.side = static_cast<Index>(std::min(longest, std::ceil(width / grid.step))) + 1;
  grid.low = mean.array() - width / 2;
  return grid;
}

RowVector repulsion_on(const Grid& grid, const Matrix& points) {
  constexpr Index factors = 64;  // of at most 1 + 1 / 0.09 each: their product is finite
  const double softening = grid.step * grid.step;
  const Eigen::MatrixXd at = grid_points(grid);
  Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(at.rows());
  for (Index first = 0; first < points.rows(); first += factors) {
    Eigen::ArrayXd product = Eigen::ArrayXd::Ones(at.rows());
    for (Index i = first; i < std::min(first + factors, points.rows()); ++i) {
      Eigen::ArrayXd apart = Eigen::ArrayXd::Constant(at.rows(), softening);
      for (Index d = 0; d < at.cols(); ++d) apart += (at.col(d).array() - points(i, d)).square();
      product *= 1 + 1 / apart;
    }
    sum += product.log();
  }
  return sum.matrix().transpose();
}

Matrix slope_on(const Grid& grid, const RowVector& values, const Matrix& at) {
  Matrix slopes = Matrix::Zero(at.rows(), at.cols());
  for (Index i = 0; i < at.rows(); ++i) {
    const InCell cell = in_cell(grid, at.row(i));
    if (cell.inside) slopes.row(i) = slope_in(grid, values, cell);
  }
  return slopes;
}

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
  for (int step = 0; step < training_steps; ++step) {
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
