#include "spectral/nystrom.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "tsne/neighbours.h"

namespace dsne::spectral {
namespace {

using Eigen::Index;

constexpr Index width_neighbour = 7;
constexpr double ridge = 1e-6;
constexpr double least_degree = 1e-300;

double squared_spacing(const Matrix& landmarks) {
  const Index count = std::min(width_neighbour, landmarks.rows() - 1);
  const tsne::Neighbours nearest = tsne::nearest_neighbours(landmarks, count);
  std::vector<double> last;
  for (auto i = static_cast<std::size_t>(count) - 1; i < nearest.squared_distances.size();
       i += static_cast<std::size_t>(count)) {
    last.push_back(nearest.squared_distances[i]);
  }
  const auto middle = last.begin() + static_cast<std::ptrdiff_t>(last.size() / 2);
  std::nth_element(last.begin(), middle, last.end());
  return *middle;
}

}  // namespace

Nystrom::Nystrom(Matrix landmarks, double kernel_width)
    : landmarks_(std::move(landmarks)), width_(kernel_width * squared_spacing(landmarks_)) {
  if (!(width_ > 0)) throw InputError("too many points of the reference are the same one");
  among_ = exponents(landmarks_).array().exp();
  Matrix with_ridge = among_;
  with_ridge.diagonal().array() += ridge;
  factor_ = Eigen::LLT<Eigen::MatrixXd>(with_ridge).matrixL();
}

Matrix Nystrom::exponents(const Matrix& points) const {
  return tsne::squared_distances_between(points, landmarks_) / -width_;
}

Matrix Nystrom::solved(const Matrix& affinities) const {
  return factor_.triangularView<Eigen::Lower>().solve(affinities.transpose()).transpose();
}

Matrix Nystrom::features(const Matrix& points) const {
  return solved(exponents(points).array().exp());
}

Matrix Nystrom::directions(const Matrix& points) const {
  Matrix affinities = exponents(points);
  affinities.colwise() -= affinities.rowwise().maxCoeff().eval();
  return solved(affinities.array().exp());
}

Matrix Nystrom::landmark_features() const { return solved(among_); }

Vector Nystrom::weights(const Vector& feature_sums) const {
  const Vector to_points = factor_ * feature_sums;
  return to_points.cwiseQuotient(among_.rowwise().sum()).cwiseMax(0);
}

Matrix normalised(Matrix features, const Vector& sizes, const Vector& feature_sums) {
  const Vector own = sizes.cwiseProduct(features.rowwise().squaredNorm());
  const Vector degrees = (features * feature_sums).cwiseMax(own).cwiseMax(least_degree);
  features.array().colwise() *= (sizes.array() / degrees.array()).sqrt();
  return features;
}

}  // namespace dsne::spectral
