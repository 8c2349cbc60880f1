#include "sphere/descent.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dsne::sphere {
namespace {

constexpr double sufficient_decrease = 1e-4;
constexpr double smallest_cut = 0.1;
constexpr double largest_cut = 0.5;
constexpr double smallest_step = 1e-14;
/// The mean movement of points in the first step.
constexpr double first_movement = 0.05;
constexpr double largest_growth = 10;
/// The descent ends after this many steps in a row that hardly decrease the value.
constexpr int last_steps = 3;

double product(const Matrix& a, const Matrix& b) { return (a.array() * b.array()).sum(); }

struct State {
  Matrix points;
  Matrix gradient;  ///< within the surface
  double value = 0;
};

State evaluated(const Objective& objective, Matrix points) {
  State state{std::move(points), {}, 0};
  state.value = objective.evaluate(state.points, state.gradient);
  objective.project(state.points, state.gradient);
  return state;
}

/// Returns the minimum of the parabola through the value and slope at 0 and the value at the step.
double shorter(double step, double value, double slope, double value_there) {
  const double curvature = (value_there - value - slope * step) / (step * step);
  const double least = curvature > 0 ? -slope / (2 * curvature) : 0;
  return std::clamp(least, smallest_cut * step, largest_cut * step);
}

}  // namespace

Matrix descend(const Objective& objective, Matrix start, const DescentLimits& limits) {
  State now = evaluated(objective, std::move(start));
  Matrix direction = -now.gradient;
  double slope = -now.gradient.squaredNorm();
  double step =
      slope < 0 ? first_movement * std::sqrt(static_cast<double>(now.points.rows()) / -slope) : 0;
  int small_steps = 0;
  for (int left = limits.evaluations; left > 0 && slope < 0 && small_steps < last_steps;) {
    Matrix points = now.points + step * direction;
    objective.retract(points);
    State next = evaluated(objective, std::move(points));
    --left;
    if (!(next.value <= now.value + sufficient_decrease * step * slope)) {
      step = shorter(step, now.value, slope, next.value);
      if (step * direction.norm() < smallest_step) break;
      continue;
    }
    small_steps = now.value - next.value > limits.tolerance * now.value ? 0 : small_steps + 1;
    Matrix carried = now.gradient;
    objective.project(next.points, carried);
    objective.project(next.points, direction);
    const double turn =
        std::max(0.0, (next.gradient.squaredNorm() - product(next.gradient, carried)) /
                          now.gradient.squaredNorm());
    direction = turn * direction - next.gradient;
    double next_slope = product(direction, next.gradient);
    if (!(next_slope < 0)) {
      direction = -next.gradient;
      next_slope = -next.gradient.squaredNorm();
    }
    if (next_slope < 0) step *= std::min(largest_growth, slope / next_slope);
    slope = next_slope;
    now = std::move(next);
  }
  return now.points;
}

}  // namespace dsne::sphere
