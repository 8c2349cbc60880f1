#include "sphere/hyperbolic_mds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sphere/spherical_mds.h"

namespace dsne::sphere {
namespace {

using Eigen::Index;

constexpr Index plane = 2;
/// Coincident points have no direction between them.
constexpr double smallest_squared_sinh = 1e-24;

/// Returns each point's first coordinate on the hyperboloid.
Vector heights(const Matrix& points) { return (1 + points.rowwise().squaredNorm().array()).sqrt(); }

/// Computes cosh of the distances to one point.
Eigen::ArrayXd cosh_to(const Matrix& points, const Vector& height, Index row) {
  const Vector products = height(row) * height - points * points.row(row).transpose();
  return products.array().max(1);
}

Eigen::ArrayXd inverse_cosh(const Eigen::ArrayXd& cosh) {
  return cosh.unaryExpr([](double value) { return std::acosh(value); });
}

}  // namespace

Matrix hyperbolic_closed_form(const Matrix& distances) {
  const Matrix cosh = distances.array().cosh();
  const Eigenpairs first = leading_eigenpairs(cosh, 1);
  const Eigenpairs last = leading_eigenpairs(-cosh, plane);
  // All entries have one sign, by Perron and Frobenius.
  const Vector up = first.vectors.col(0).cwiseAbs() * std::sqrt(first.values(0));
  const Matrix flat = last.vectors * last.values.cwiseMax(0).cwiseSqrt().asDiagonal();
  const double lowest = std::min(1.0, up.minCoeff());
  Matrix points = Matrix::Zero(distances.rows(), plane);
  for (Index i = 0; i < points.rows(); ++i) {
    const double length = flat.row(i).norm();
    if (length == 0) continue;
    const double radius = std::sqrt((up(i) - lowest) / (up(i) + lowest));
    points.row(i) = flat.row(i) / length * (2 * radius / (1 - radius * radius));
  }
  return points;
}

double hyperbolic_loss(const Matrix& distances, const Matrix& points, Matrix& gradient) {
  const Vector height = heights(points);
  gradient.resize(points.rows(), points.cols());
  Vector losses(points.rows());
#pragma omp parallel for schedule(static)
  for (Index row = 0; row < points.rows(); ++row) {
    Eigen::ArrayXd cosh = cosh_to(points, height, row);
    cosh(row) = 1;
    const Eigen::ArrayXd differences = distances.row(row).transpose().array() - inverse_cosh(cosh);
    losses(row) = differences.square().sum();
    Eigen::ArrayXd pulls = differences / (cosh.square() - 1).max(smallest_squared_sinh).sqrt();
    pulls(row) = 0;
    const double upward = (pulls * height.array()).sum() / height(row);
    gradient.row(row) = 2 * (pulls.matrix().transpose() * points - upward * points.row(row));
  }
  return losses.sum() / 2;
}

Matrix minimised_on_hyperboloid(const Matrix& distances, Matrix start,
                                const DescentLimits& limits) {
  Objective objective;
  objective.evaluate = [&](const Matrix& points, Matrix& gradient) {
    return hyperbolic_loss(distances, points, gradient);
  };
  objective.retract = [](Matrix& /*points*/) {};
  objective.project = [](const Matrix& /*points*/, Matrix& /*vectors*/) {};
  return descend(objective, std::move(start), limits);
}

RowVector hyperbolic_distances_to(const Matrix& points, Index row) {
  Eigen::ArrayXd cosh = cosh_to(points, heights(points), row);
  cosh(row) = 1;
  return inverse_cosh(cosh).matrix().transpose();
}

Matrix on_poincare_disk(const Matrix& points) {
  return (1 + heights(points).array()).inverse().matrix().asDiagonal() * points;
}

}  // namespace dsne::sphere
