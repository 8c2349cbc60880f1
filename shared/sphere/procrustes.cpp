#include "sphere/procrustes.h"

#include <cmath>

#include "core/orthogonal.h"

namespace dsne::sphere {
namespace {

using Eigen::Index;

Matrix without_nan(const Matrix& points) {
  return points.array().isNaN().select(0.0, points.array());
}

}  // namespace

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
