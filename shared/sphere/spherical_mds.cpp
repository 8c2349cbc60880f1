#include "sphere/spherical_mds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/eigenpairs.h"
#include "core/simd.h"
#include "sphere/arc_cosine.h"

namespace dsne::sphere {
namespace {

using Eigen::Index;

/// Matrices with fewer rows are decomposed whole.
constexpr Index small_matrix = 150;
constexpr Index lanczos_spare = 20;  ///< vectors beyond twice the wanted ones
constexpr Index lanczos_restarts = 300;
constexpr double lanczos_tolerance = 1e-12;

/// Multiplies with rows shared among threads.
void multiply(const Matrix& matrix, const double* in, double* out) {
  const Eigen::Map<const Vector> vector(in, matrix.cols());
  Eigen::Map<Vector> product(out, matrix.rows());
  constexpr Index rows_at_a_time = 64;
#pragma omp parallel for schedule(static)
  for (Index first = 0; first < matrix.rows(); first += rows_at_a_time) {
    const Index count = std::min(rows_at_a_time, matrix.rows() - first);
    product.segment(first, count).noalias() = matrix.middleRows(first, count) * vector;
  }
}

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

Matrix without_nan(const Matrix& points) {
  return points.array().isNaN().select(0.0, points.array());
}

}  // namespace

Eigenpairs leading_eigenpairs(const Matrix& matrix, Index count) {
  const Index basis = 2 * count + lanczos_spare;
  std::optional<Eigenpairs> found;
  if (matrix.rows() >= std::max(small_matrix, basis)) {
    const auto product = [&](const double* in, double* out) { multiply(matrix, in, out); };
    found = first_eigenpairs(product, matrix.rows(), count,
                             {basis, lanczos_restarts, lanczos_tolerance});
  }
  if (found) return *std::move(found);
  const Eigenpairs all = all_eigenpairs(matrix);
  return {all.values.head(count), all.vectors.leftCols(count)};
}

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

Matrix turned_onto(const Matrix& points, const Matrix& others) {
  return points * nearest_orthogonal(without_nan(points).transpose() * without_nan(others));
}

Vector angles_between(const Matrix& points, const Matrix& others) {
  Vector angles(points.rows());
  // Near 0 and π the arc cosine loses half its digits.
  for (Index row = 0; row < points.rows(); ++row) {
    angles(row) = 2 * std::atan2((points.row(row) - others.row(row)).norm(),
                                 (points.row(row) + others.row(row)).norm());
  }
  return angles;
}

double root_mean_square(const Vector& values) {
  const auto missing = values.array().isNaN();
  const auto count = static_cast<double>(values.size() - missing.count());
  return count > 0 ? std::sqrt(missing.select(0.0, values.array().square()).sum() / count) : 0;
}

}  // namespace dsne::sphere
