#include "sphere/spherical_mds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "core/eigenpairs.h"
#include "core/simd.h"

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

constexpr int terms = 17;
constexpr Index tile = 64;

using Polynomial = std::array<double, terms>;

/// Computes the coefficient of the Chebyshev polynomial of a degree in arccos(x)/√(1 − x) as a
/// function of 2x − 1, by the polynomials' orthogonality at Chebyshev's points.
double chebyshev_coefficient(int degree) {
  double sum = 0;
  for (int node = 0; node < terms; ++node) {
    const double angle = std::numbers::pi * (node + 0.5) / terms;
    const double x = (std::cos(angle) + 1) / 2;
    sum += std::cos(degree * angle) * std::acos(x) / std::sqrt(1 - x);
  }
  return sum * (degree == 0 ? 1 : 2) / terms;
}

/// Fits arccos(x)/√(1 − x) on [0, 1] by a polynomial of 2x − 1 through Chebyshev's points. The
/// quotient's only singularity is at −1, so each further term reduces the error almost 6 times.
Polynomial fitted_polynomial() {
  Polynomial fitted{};
  Polynomial chebyshev{1};
  Polynomial before{0, 1};  // of degree −1, equal to that of degree 1
  for (int degree = 0; degree < terms; ++degree) {
    const double coefficient = chebyshev_coefficient(degree);
    Polynomial next{};
    for (std::size_t power = 0; power < terms; ++power) {
      fitted[power] += coefficient * chebyshev[power];
      next[power] = (power == 0 ? 0 : 2 * chebyshev[power - 1]) - before[power];
    }
    before = std::exchange(chebyshev, next);
  }
  return fitted;
}

DSNE_SIMD void add_terms(const Polynomial& polynomial, const double* cosines, double* angles) {
  std::array<double, tile> u{};
  std::array<double, tile> sum{};
  for (std::size_t i = 0; i < tile; ++i) u[i] = 2 * std::abs(cosines[i]) - 1;
  for (std::size_t power = terms; power-- > 0;) {
    for (std::size_t i = 0; i < tile; ++i) sum[i] = sum[i] * u[i] + polynomial[power];
  }
  for (std::size_t i = 0; i < tile; ++i) {
    const double angle = sum[i] * std::sqrt(std::max(0.0, 1 - std::abs(cosines[i])));
    angles[i] = cosines[i] < 0 ? std::numbers::pi - angle : angle;
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

void arc_cosines(const double* cosines, Index count, double* angles) {
  static const Polynomial polynomial = fitted_polynomial();
  Index first = 0;
  for (; first + tile <= count; first += tile) {
    add_terms(polynomial, cosines + first, angles + first);
  }
  if (first == count) return;
  std::array<double, tile> rest{};
  std::array<double, tile> result{};
  std::copy(cosines + first, cosines + count, rest.begin());
  add_terms(polynomial, rest.data(), result.data());
  std::copy(result.begin(), result.begin() + (count - first), angles + first);
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
