#include "umap/objective.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/matrix.h"
#include "core/simd.h"

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

namespace {

using Eigen::Index;

/// Points whose forces are computed together.
constexpr Index at_once = 256;
using Block = std::array<float, at_once>;

/// Squares of longer differences overflow in single precision.
constexpr double longest_difference = 1e15;

/// Returns the number added to s in R, which would be infinite where two points coincide. With
/// (b/4)² no slope of R along the map exceeds the longest push; without it the slope at a small
/// distance d is 2b/d.
double softening_of(const Curve& curve) {
  return curve.b * curve.b / (longest_push * longest_push);
}

/// −R' and R at squared distances.
DSNE_SIMD void repel(const float* squared, std::ptrdiff_t count, float a, float b, float soft,
                     float* slopes, float* losses) {
#pragma omp simd
  for (std::ptrdiff_t j = 0; j < count; ++j) {
    const float s = squared[j] + soft;
    const float powered = a * power(s, b);
    slopes[j] = b / (s * (1 + powered));
    losses[j] = ln2 * log2_of(1 + 1 / powered);
  }
}

}  // namespace

Attraction attraction_at(double squared_distance, const Curve& curve) {
  constexpr double least = 1e-12;  // where b is below 1 the slope would be infinite at 0
  const double s = std::max(squared_distance, least);
  const double powered = curve.a * std::pow(s, curve.b);
  return {std::log1p(powered), curve.b / (s * (1 + 1 / powered))};
}

RepulsionAndLoss point_repulsion(const double* place, const Matrix& coordinates,
                                 const Vector& weights, const Curve& curve) {
  RepulsionAndLoss result;
  std::array<Block, 3> differences{};
  Block squared{};
  Block slopes{};
  Block losses{};
  const Index dimensions = coordinates.rows();
  for (Index first = 0; first < coordinates.cols(); first += at_once) {
    const Index count = std::min(at_once, coordinates.cols() - first);
    squared.fill(0);
    for (Index k = 0; k < dimensions; ++k) {
      const double* from = coordinates.row(k).data() + first;
      float* difference = differences[static_cast<std::size_t>(k)].data();
      for (Index j = 0; j < count; ++j) {
        difference[j] = static_cast<float>(
            std::clamp(place[k] - from[j], -longest_difference, longest_difference));
        squared.data()[j] += difference[j] * difference[j];
      }
    }
    repel(squared.data(), count, static_cast<float>(curve.a), static_cast<float>(curve.b),
          static_cast<float>(softening_of(curve)), slopes.data(), losses.data());
    const double* weight = weights.data() + first;
    for (Index j = 0; j < count; ++j) {
      result.loss += weight[j] * static_cast<double>(losses.data()[j]);
    }
    for (Index k = 0; k < dimensions; ++k) {
      const float* difference = differences[static_cast<std::size_t>(k)].data();
      double force = 0;
      for (Index j = 0; j < count; ++j) {
        force += weight[j] * static_cast<double>(slopes.data()[j] * difference[j]);
      }
      result.force[static_cast<std::size_t>(k)] += force;
    }
  }
  return result;
}

}  // namespace dsne::umap
