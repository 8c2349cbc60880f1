#include "tsne/tsne.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

}  // namespace dsne::tsne
