#include "run/reference/mmd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "privacy/random_source.h"
#include "tsne/tsne.h"

namespace dsne::run {
namespace {

using Eigen::Index;

constexpr std::uint64_t landmarks_seed = 1;
constexpr double between_widths = 4;
constexpr double step_share = 2;
constexpr Index rows_at_once = 2048;  // of a matrix of kernels

Matrix squared_distances(const Matrix& a, const Matrix& b) {
  Matrix squares = -2 * a * b.transpose();
  squares.colwise() += Vector(a.rowwise().squaredNorm());
  squares.rowwise() += RowVector(b.rowwise().squaredNorm().transpose());
  return squares.cwiseMax(0);
}

/// Returns the sum over γ of γ·exp(−γ·d²).
Matrix weighted_kernels(const Matrix& squares, const std::vector<double>& gammas) {
  Matrix sum = Matrix::Zero(squares.rows(), squares.cols());
  for (const double gamma : gammas) sum.array() += gamma * (-gamma * squares.array()).exp();
  return sum;
}

/// Returns Σ_i k(x_i, y_j)·γ·(x_i − y_j) for each landmark y_j.
Matrix pull(const Matrix& points, const Matrix& landmarks, const std::vector<double>& gammas) {
  Matrix sum = Matrix::Zero(landmarks.rows(), landmarks.cols());
  for (Index first = 0; first < points.rows(); first += rows_at_once) {
    const Matrix some = points.middleRows(first, std::min(rows_at_once, points.rows() - first));
    const Matrix kernels = weighted_kernels(squared_distances(landmarks, some), gammas);
    sum += kernels * some;
    sum -= Vector(kernels.rowwise().sum()).asDiagonal() * landmarks;
  }
  return sum;
}

}  // namespace

std::vector<double> mmd_gammas(const Vector& variances, int widths) {
  const double middle = 1 / (2 * variances.sum());
  std::vector<double> gammas = {widths > 1 ? middle / between_widths : middle};
  while (std::ssize(gammas) < widths) gammas.push_back(gammas.back() * between_widths);
  return gammas;
}

Matrix mmd_gradient(const Matrix& points, const Matrix& landmarks,
                    const std::vector<double>& gammas) {
  const auto own = static_cast<double>(points.rows());
  const auto count = static_cast<double>(landmarks.rows());
  const Matrix to_points = pull(points, landmarks, gammas) * (4 / (own * count));
  const Matrix to_each_other = pull(landmarks, landmarks, gammas) * (4 / (count * (count - 1)));
  return to_each_other - to_points;
}

Matrix perturbed(Matrix gradient, double level, privacy::RandomSource& source) {
  const double deviation = std::sqrt((gradient.array() - gradient.mean()).square().mean());
  gradient.reshaped() += privacy::gaussian_noise(gradient.size(), level * deviation, source);
  return gradient;
}

double mmd_step(Index landmarks, const std::vector<double>& gammas) {
  const double mean =
      std::accumulate(gammas.begin(), gammas.end(), 0.0) / static_cast<double>(gammas.size());
  return step_share * static_cast<double>(landmarks) / (4 * mean);
}

Matrix first_landmarks(const Vector& variances, Index count) {
  return tsne::random_coordinates(count, variances.size(), 1, landmarks_seed) *
         variances.cwiseMax(0).cwiseSqrt().asDiagonal();
}

Vector axis_variances(const Matrix& points) {
  const Matrix centred = points.rowwise() - points.colwise().mean();
  return centred.colwise().squaredNorm().transpose() /
         std::max<double>(1, static_cast<double>(points.rows() - 1));
}

double moved_bound(const Matrix& points) {
  constexpr double far = 1000;
  return far * std::max(points.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
}

Matrix mmd_answer(const Matrix& points, const Matrix& landmarks, const Vector& variances,
                  const methods::Parameters& parameters, const SecretSource& secret_source) {
  const std::vector<double> gammas = mmd_gammas(variances, parameters.mmd_widths);
  const double step = mmd_step(landmarks.rows(), gammas);
  std::optional<privacy::KeyedSource> noise;
  if (parameters.mmd_noise > 0) noise = secret_source("mmd");
  const auto step_at = [&](const Matrix& from) -> Matrix {
    Matrix gradient = mmd_gradient(points, from, gammas);
    if (noise) gradient = perturbed(std::move(gradient), parameters.mmd_noise, *noise);
    return step * gradient;
  };
  const bool gradients = parameters.mmd_average == methods::MmdAverage::gradients;
  Matrix moved = landmarks;
  for (int i = gradients ? 1 : 0; i < parameters.mmd_steps; ++i) {
    moved -= step_at(moved);
  }
  if (gradients) return step_at(moved);
  return moved;
}

Matrix moved_landmarks(const Matrix& landmarks, const Matrix& mean,
                       const methods::Parameters& parameters) {
  return parameters.mmd_average == methods::MmdAverage::gradients ? landmarks - mean : mean;
}

}  // namespace dsne::run
