#include "tsne/tsne.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::tsne::OptimizerState;
using dsne::tsne::Schedule;

TEST_CASE("the velocity goes down the gradient, with momentum and gains") {
  OptimizerState optimizer = OptimizerState::at_rest(1, 2);
  Matrix slope(1, 2);
  slope << 2.0, -1.0;
  dsne::tsne::update_optimizer(optimizer, slope, 10, 0.5);
  // At rest nothing points against the gradient: the gains shrink to 0.8.
  CHECK(optimizer.gains(0, 0) == doctest::Approx(0.8));
  CHECK(optimizer.velocity(0, 0) == doctest::Approx(-16));
  CHECK(optimizer.velocity(0, 1) == doctest::Approx(8));
  dsne::tsne::update_optimizer(optimizer, slope, 10, 0.5);
  CHECK(optimizer.gains(0, 0) == doctest::Approx(1.0));
  CHECK(optimizer.velocity(0, 0) == doctest::Approx(0.5 * -16 - 20));
}

TEST_CASE("gains never fall below 0.01") {
  OptimizerState optimizer = OptimizerState::at_rest(1, 2);
  for (int t = 0; t < 100; ++t) {
    const double sign = t % 2 == 0 ? 1 : -1;
    optimizer.velocity.setConstant(sign);
    dsne::tsne::update_optimizer(optimizer, Matrix::Constant(1, 2, sign), 1, 0);
  }
  CHECK(optimizer.gains(0, 0) == doctest::Approx(0.01));
}

TEST_CASE("the schedule switches exaggeration and momentum at their iterations") {
  Schedule schedule;
  schedule.early_exaggeration = 12;
  schedule.early_exaggeration_iterations = 3;
  schedule.momentum_switch_iteration = 5;
  CHECK(dsne::tsne::exaggeration(schedule, 2) == 12);
  CHECK(dsne::tsne::exaggeration(schedule, 3) == 1);
  CHECK(dsne::tsne::momentum(schedule, 4) == schedule.momentum);
  CHECK(dsne::tsne::momentum(schedule, 5) == schedule.final_momentum);
}

TEST_CASE("the learning rate is the given one, or grows with the points") {
  Schedule schedule;
  CHECK(dsne::tsne::learning_rate(schedule, 4800) == doctest::Approx(100));
  CHECK(dsne::tsne::learning_rate(schedule, 5) == doctest::Approx(10));
  schedule.learning_rate = 7;
  CHECK(dsne::tsne::learning_rate(schedule, 4800) == 7);
}

TEST_CASE("starts: random and rescaled coordinates have their deviation, and equal seeds agree") {
  const Matrix random = dsne::tsne::random_coordinates(20000, 2, 0.01, 79);
  CHECK(random.norm() / std::sqrt(40000.0) == doctest::Approx(0.01).epsilon(0.03));
  CHECK(random == dsne::tsne::random_coordinates(20000, 2, 0.01, 79));
  CHECK(random != dsne::tsne::random_coordinates(20000, 2, 0.01, 80));
  const Matrix scaled = dsne::tsne::rescaled(random, 1e-4);
  const double mean = scaled.col(0).mean();
  CHECK(std::sqrt((scaled.col(0).array() - mean).square().mean()) == doctest::Approx(1e-4));
  CHECK(dsne::tsne::rescaled(Matrix::Ones(3, 2), 1e-4).isOnes());
}
