#include "nn/repulsion_surrogate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "sanitized.h"

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
    constexpr double step = 1e-6;
    for (Eigen::Index i = 0; i < 19; ++i) {
      for (Eigen::Index d = 0; d < dimensions; ++d) {
        RowVector up = at.row(i);
        RowVector down = at.row(i);
        up(d) += step;
        down(d) -= step;
        const double difference =
            (values_of(network, grid, up)(0) - values_of(network, grid, down)(0)) / (2 * step);
        CHECK(slope(i, d) == doctest::Approx(difference).epsilon(1e-5).scale(slope.norm()));
      }
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
