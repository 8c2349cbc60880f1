#include <doctest/doctest.h>

#include <cmath>

#include "nn/repulsion_surrogate.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::nn::Grid;

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
