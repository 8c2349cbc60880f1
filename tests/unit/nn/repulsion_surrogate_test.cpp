#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "nn/neighbour_embedding.h"
#include "sanitized.h"
#include "unit/matrices.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::nn::Grid;
using dsne::nn::RepulsionSurrogate;

namespace {

/// Two groups of subjects, and some between.
Matrix places(Eigen::Index dimensions) {
  Matrix at(60, dimensions);
  for (Eigen::Index i = 0; i < at.rows(); ++i) {
    for (Eigen::Index d = 0; d < dimensions; ++d) {
      at(i, d) = 3 * static_cast<double>(i % 3 - 1) + std::sin(static_cast<double>(7 * i + 3 * d));
    }
  }
  return at;
}

Grid grid_for(const Matrix& at) {
  const RowVector mean = at.colwise().mean();
  return dsne::nn::grid_over(mean, (at.rowwise() - mean).cwiseAbs2().colwise().mean().cwiseSqrt());
}

/// What a network makes of places, which it is given from −1 to 1 along each side of the grid.
RowVector values_of(const dsne::nn::Network& network, const Grid& grid, const Matrix& at) {
  const double half_width = grid.step * static_cast<double>(grid.side - 1) / 2;
  const Matrix along = (at.rowwise() - grid.low) / half_width;
  return dsne::nn::output(network, along.array() - 1).transpose();
}

double relative_error(const RowVector& found, const RowVector& expected) {
  return (found - expected).norm() / expected.norm();
}

/// How far a surrogate is off after each round.
std::vector<double> errors_after(int rounds, const Grid& grid, const RowVector& values) {
  RepulsionSurrogate surrogate = dsne::nn::new_surrogate(grid.low.size());
  std::vector<double> errors;
  for (int round = 0; round < rounds; ++round) {
    dsne::nn::tune(surrogate, grid, values, static_cast<std::uint64_t>(round));
    const auto network = dsne::nn::in_units(surrogate, values.mean());
    errors.push_back(relative_error(values_of(network, grid, dsne::nn::grid_points(grid)), values));
  }
  return errors;
}

}  // namespace

TEST_CASE("a grid's values are the sums of the points' repulsion") {
  const Grid grid{RowVector{{-1, 2}}, 0.5, 3};
  Matrix points(70, 2);  // more than are multiplied at a time
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    points.row(i) << std::sin(static_cast<double>(i)), 2.5 + std::cos(2.0 * static_cast<double>(i));
  }
  const RowVector values = dsne::nn::repulsion_on(grid, points);
  REQUIRE(values.size() == 9);
  for (Eigen::Index x = 0; x < 3; ++x) {
    for (Eigen::Index y = 0; y < 3; ++y) {
      const RowVector at{{-1 + 0.5 * static_cast<double>(x), 2 + 0.5 * static_cast<double>(y)}};
      double sum = 0;
      for (const auto& point : points.rowwise()) {
        sum -= std::log(1 - 1 / (1 + (at - point).squaredNorm() + 0.25));
      }
      CHECK(values(3 * x + y) == doctest::Approx(sum).epsilon(1e-12));
    }
  }
  CHECK(dsne::nn::repulsion_on(grid, Matrix(0, 2)).isZero(0));
}

TEST_CASE("the slope on a grid is exact for what is linear along each side, and 0 outside") {
  for (const Eigen::Index dimensions : {2, 3}) {
    const Grid grid{RowVector::LinSpaced(dimensions, -1, 1), 0.25, 5};
    RowVector values(grid.points());
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      Eigen::Index rest = i;
      double product = 1;
      for (Eigen::Index d = dimensions; d-- > 0; rest /= 5) {
        product *= 2 + grid.low(d) + 0.25 * static_cast<double>(rest % 5);
      }
      values(i) = product;
    }
    Matrix at(3, dimensions);
    at.row(0) = grid.low.array() + 0.37;
    at.row(1) = grid.low.array() + 1.01;  // beyond the last point
    at.row(2) = grid.low.array() - 1e-9;
    const Matrix slopes = dsne::nn::slope_on(grid, values, at);
    for (Eigen::Index d = 0; d < dimensions; ++d) {
      double expected = 1;
      for (Eigen::Index e = 0; e < dimensions; ++e) expected *= e == d ? 1 : 2 + at(0, e);
      CHECK(slopes(0, d) == doctest::Approx(expected).epsilon(1e-12));
    }
    CHECK(slopes.bottomRows(2).isZero(0));
  }
}

TEST_CASE("a grid covers three deviations of a map in steps of 0.3, or as many as it may have") {
  const Grid small = dsne::nn::grid_over(RowVector{{1, -2}}, RowVector{{0.5, 1}});
  CHECK(small.step == 0.3);
  CHECK(small.side == 21);
  CHECK(small.low.isApprox(RowVector{{-2, -5}}));
  const Grid wide = dsne::nn::grid_over(RowVector{{0, 0}}, RowVector{{50, 1}});
  CHECK(wide.side == 128);
  CHECK(wide.points() == dsne::nn::most_grid_points);
  CHECK(wide.low(0) + wide.step * 127 == doctest::Approx(150));
  CHECK(dsne::nn::most_grid_side(3) == 25);
  const Grid point = dsne::nn::grid_over(RowVector{{0, 0, 0}}, RowVector{{0, 0, 0}});
  CHECK(point.side == 3);
}

TEST_CASE("in a grid's cells the repulsion falls away from the points") {
  Matrix points(1, 2);
  points << 0.1, -0.05;
  const Grid grid = dsne::nn::grid_over(RowVector{{0, 0}}, RowVector{{2, 2}});
  const RowVector values = dsne::nn::repulsion_on(grid, points);
  Matrix at(2, 2);
  at << 3, 0.1, -1.7, -2.2;
  const Matrix slopes = dsne::nn::slope_on(grid, values, at);
  for (Eigen::Index i = 0; i < at.rows(); ++i) {
    const RowVector apart = at.row(i) - points.row(0);
    const double squared = apart.squaredNorm();
    const RowVector exact = -2 * apart / (squared * (squared + 1));
    CHECK((slopes.row(i) - exact).norm() < 0.15 * exact.norm());
  }
}

TEST_CASE("a surrogate learns the repulsion, better from round to round") {
  for (const Eigen::Index dimensions : {2, 3}) {
    if (sanitized && dimensions == 3) continue;  // it takes over a minute there
    CAPTURE(dimensions);
    const Matrix at = places(dimensions);
    const Grid grid = grid_for(at);
    const RowVector values = dsne::nn::repulsion_on(grid, at);
    const double flat = relative_error(RowVector::Constant(values.size(), values.mean()), values);
    const std::vector<double> errors = errors_after(sanitized ? 2 : 4, grid, values);
    CHECK(errors.front() < 0.9 * flat);
    CHECK(errors.back() < 0.9 * errors.front());
  }
}

TEST_CASE("a surrogate's slope is that of finite differences, and 0 outside the grid") {
  for (const Eigen::Index dimensions : {2, 3}) {
    const Matrix subjects = places(dimensions);
    const Grid grid = grid_for(subjects);
    RepulsionSurrogate surrogate = dsne::nn::new_surrogate(dimensions);
    dsne::nn::tune(surrogate, grid, dsne::nn::repulsion_on(grid, subjects), 1);
    const auto network = dsne::nn::in_units(surrogate, 3.5);
    Matrix at = subjects.topRows(20).array() + 0.0123;
    at.row(19) = grid.low.array() - 0.1;
    const Matrix slope = dsne::nn::surrogate_slope(network, grid, at);
    CHECK(slope.row(19).isZero(0));
    CHECK(slope.topRows(19).norm() > 0);
    for (Eigen::Index i = 0; i < 19; ++i) {
      const RowVector expected =
          differences([&](const RowVector& one) { return values_of(network, grid, one)(0); },
                      RowVector(at.row(i)), 1e-6);
      CHECK((slope.row(i) - expected).norm() < 1e-5 * slope.norm());
    }
  }
}

TEST_CASE("a surrogate of no repulsion does not change, and none pushes where it is 0 or less") {
  const Grid grid{RowVector{{-1, -1}}, 0.5, 5};
  RepulsionSurrogate surrogate = dsne::nn::new_surrogate(2);
  const RowVector before = surrogate.network.weights;
  dsne::nn::tune(surrogate, grid, RowVector::Zero(25), 1);
  CHECK(surrogate.network.weights == before);
  const Matrix points = dsne::nn::grid_points(grid);
  for (const double unit : {1.0, -1.0}) {
    const auto network = dsne::nn::in_units(surrogate, unit);
    const RowVector values = values_of(network, grid, points);
    const Matrix slope = dsne::nn::surrogate_slope(network, grid, points);
    REQUIRE(values.cwiseAbs().maxCoeff() > 0);
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      CHECK(slope.row(i).isZero(0) == (values(i) <= 0));
    }
  }
}
