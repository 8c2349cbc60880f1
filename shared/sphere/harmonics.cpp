#include "sphere/harmonics.h"

#include <cmath>
#include <numbers>

namespace dsne::sphere {
namespace {

using Eigen::Index;

Index column_of(int degree, int order) { return Index{degree} * degree + degree + order; }

/// Computes the harmonics of one point. Those of order m are (x + iy)^m, whose real and imaginary
/// parts are cos mφ and sin mφ times (sin θ)^m, times a polynomial of z. The polynomial comes from
/// the recurrence of normalised Legendre functions in the degree.
RowVector harmonics_at(double x, double y, double z, int degree) {
  RowVector values(Index{degree + 1} * (degree + 1));
  double cosine = 1;
  double sine = 0;
  double sectoral = std::sqrt(1 / (4 * std::numbers::pi));
  for (int m = 0; m <= degree; ++m) {
    double before = 0;
    double now = sectoral;
    double last_factor = 0;
    for (int l = m; l <= degree; ++l) {
      const double scale = m == 0 ? 1 : std::numbers::sqrt2;
      values(column_of(l, m)) = scale * now * cosine;
      if (m > 0) values(column_of(l, -m)) = scale * now * sine;
      const double next = l + 1;
      const double factor = std::sqrt((4 * next * next - 1) / (next * next - double(m) * m));
      const double following = factor * (z * now - (last_factor > 0 ? before / last_factor : 0));
      before = now;
      now = following;
      last_factor = factor;
    }
    const double turned = x * cosine - y * sine;
    sine = x * sine + y * cosine;
    cosine = turned;
    sectoral *= std::sqrt((2.0 * m + 3) / (2.0 * m + 2));
  }
  return values;
}

}  // namespace

Matrix spherical_harmonics(const Matrix& points, int degree) {
  Matrix values(points.rows(), Index{degree + 1} * (degree + 1));
  for (Index i = 0; i < points.rows(); ++i) {
    values.row(i) = harmonics_at(points(i, 0), points(i, 1), points(i, 2), degree);
  }
  return values;
}

Vector heat_density(const Matrix& points, const Matrix& at, double time, int degree) {
  RowVector coefficients = spherical_harmonics(points, degree).colwise().mean();
  for (int l = 0; l <= degree; ++l) {
    coefficients.segment(column_of(l, -l), 2 * l + 1) *= std::exp(-double(l) * (l + 1) * time);
  }
  return spherical_harmonics(at, degree) * coefficients.transpose();
}

}  // namespace dsne::sphere
