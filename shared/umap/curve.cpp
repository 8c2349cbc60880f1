#include "umap/curve.h"

#include <Eigen/LU>
#include <cmath>
#include <utility>

#include "core/matrix.h"

namespace dsne::umap {
namespace {

constexpr Eigen::Index fitted_points = 300;
constexpr int max_steps = 500;
constexpr double smallest_step = 1e-12;
constexpr double max_damping = 1e12;

struct Target {
  Vector distances;
  Vector values;
};

Target target(double min_dist, double spread) {
  Target result{Vector::LinSpaced(fitted_points, 0, 3 * spread), Vector(fitted_points)};
  for (Eigen::Index i = 0; i < fitted_points; ++i) {
    const double beyond = result.distances[i] - min_dist;
    result.values[i] = beyond < 0 ? 1 : std::exp(-beyond / spread);
  }
  return result;
}

/// The logarithms of a and b, so that both stay positive.
using Logarithms = Eigen::Vector2d;

struct Misfit {
  Vector residuals;
  Eigen::Matrix<double, Eigen::Dynamic, 2> slopes;
};

Misfit misfit(const Target& target, const Logarithms& at) {
  const double a = std::exp(at[0]);
  const double b = std::exp(at[1]);
  Misfit result{Vector(fitted_points), {fitted_points, 2}};
  for (Eigen::Index i = 0; i < fitted_points; ++i) {
    const double d = target.distances[i];
    const double power = d > 0 ? a * std::pow(d, 2 * b) : 0;
    const double value = 1 / (1 + power);
    const double slope = -value * value * power;
    result.residuals[i] = value - target.values[i];
    result.slopes(i, 0) = slope;
    result.slopes(i, 1) = d > 0 ? slope * 2 * b * std::log(d) : 0;
  }
  return result;
}

}  // namespace

Curve fitted_curve(double min_dist, double spread) {
  const Target wanted = target(min_dist, spread);
  Logarithms at = Logarithms::Zero();
  Misfit now = misfit(wanted, at);
  double damping = 1e-3;  // Levenberg & Marquardt
  for (int step = 0; step < max_steps && damping < max_damping; ++step) {
    const Eigen::Matrix2d normal = now.slopes.transpose() * now.slopes;
    const Eigen::Matrix2d damped =
        normal + damping * Eigen::Matrix2d(normal.diagonal().asDiagonal());
    const Logarithms change =
        -damped.inverse() * Logarithms(now.slopes.transpose() * now.residuals);
    Misfit next = misfit(wanted, at + change);
    if (next.residuals.squaredNorm() <= now.residuals.squaredNorm()) {
      at += change;
      now = std::move(next);
      damping /= 10;
      if (change.norm() < smallest_step) break;
    } else {
      damping *= 10;
    }
  }
  return {std::exp(at[0]), std::exp(at[1])};
}

}  // namespace dsne::umap
