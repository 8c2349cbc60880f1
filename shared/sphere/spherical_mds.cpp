#include "sphere/spherical_mds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/simd.h"
#include "sphere/arc_cosine.h"

namespace dsne::sphere {
namespace {

using Eigen::Index;
using Columns = Eigen::MatrixXd;

/// Rows shorter than this share of the longest are rounding errors.
constexpr double vanishing_share = 1e-7;
/// Coincident points have no direction between them.
constexpr double smallest_squared_sine = 1e-24;

DSNE_SIMD void add_scaled(const double* in, double factor, Index count, double* out) {
  for (Index i = 0; i < count; ++i) out[i] += factor * in[i];
}

RowVector cosines_to(const Columns& points, Index row) {
  RowVector cosines = RowVector::Zero(points.rows());
  for (Index d = 0; d < points.cols(); ++d) {
    add_scaled(points.col(d).data(), points(row, d), points.rows(), cosines.data());
  }
  cosines = cosines.cwiseMax(-1).cwiseMin(1);
  cosines(row) = 1;
  return cosines;
}

RowVector arc_cosines_of(const RowVector& cosines) {
  RowVector angles(cosines.size());
  arc_cosines(cosines.data(), cosines.size(), angles.data());
  return angles;
}

}  // namespace

Matrix angles_of(const Matrix& correlations) {
  Matrix angles = correlations.cwiseMax(-1).cwiseMin(1);
#pragma omp parallel for schedule(static)
  for (Index row = 0; row < angles.rows(); ++row) {
    angles(row, row) = 1;
    arc_cosines(angles.row(row).data(), angles.cols(), angles.row(row).data());
  }
  return angles;
}

Matrix closed_form(const Eigenpairs& leading) {
  Matrix points = leading.vectors * leading.values.cwiseMax(0).cwiseSqrt().asDiagonal();
  const Vector lengths = points.rowwise().norm();
  const double least = vanishing_share * lengths.maxCoeff();
  for (Index row = 0; row < points.rows(); ++row) {
    if (lengths(row) > least) {
      points.row(row) /= lengths(row);
    } else {
      points.row(row).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
  return points;
}

double spherical_loss(const Matrix& angles, const Matrix& points, Matrix& gradient) {
  const Columns columns = points;
  gradient.resize(points.rows(), points.cols());
  Vector losses(points.rows());
#pragma omp parallel for schedule(static)
  for (Index row = 0; row < points.rows(); ++row) {
    const RowVector cosines = cosines_to(columns, row);
    const RowVector differences = angles.row(row) - arc_cosines_of(cosines);
    losses(row) = differences.squaredNorm();
    const RowVector pulls =
        differences.array() / (1 - cosines.array().square()).max(smallest_squared_sine).sqrt();
    gradient.row(row) = 2 * pulls * columns;
  }
  return losses.sum() / 2;
}

Matrix minimised_on_sphere(const Matrix& angles, Matrix start, const DescentLimits& limits) {
  Objective objective;
  objective.evaluate = [&](const Matrix& points, Matrix& gradient) {
    return spherical_loss(angles, points, gradient);
  };
  objective.retract = [](Matrix& points) { points.rowwise().normalize(); };
  objective.project = [](const Matrix& points, Matrix& vectors) {
    const Vector outward = (points.array() * vectors.array()).rowwise().sum();
    vectors -= outward.asDiagonal() * points;
  };
  return descend(objective, std::move(start), limits);
}

RowVector angles_to(const Matrix& points, Index row) {
  return arc_cosines_of(cosines_to(points, row));
}

}  // namespace dsne::sphere
