#include "tools/evaluation/enclosing_circle.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using doctest::Approx;
using dsne::Matrix;

TEST_CASE("one place has no radius, two have half their distance, a line half its length") {
  Matrix line(4, 2);
  line << 1, 1, 2, 1.5, 5, 3, 3, 2;
  CHECK(dsne::evaluation::enclosing_radius(Matrix::Ones(1, 2)) == 0);
  CHECK(dsne::evaluation::enclosing_radius(Matrix::Ones(7, 2)) == 0);
  CHECK(dsne::evaluation::enclosing_radius(line.topRows(2)) == Approx(std::sqrt(1.25) / 2));
  CHECK(dsne::evaluation::enclosing_radius(line) == Approx(std::sqrt(20) / 2));
}

TEST_CASE("a triangle's circle passes its corners, or its longest side's ends if it is obtuse") {
  Matrix equilateral(3, 2);
  equilateral << 0, 0, 1, 0, 0.5, std::sqrt(0.75);
  CHECK(dsne::evaluation::enclosing_radius(equilateral) == Approx(1 / std::sqrt(3)));
  Matrix obtuse(3, 2);
  obtuse << 0, 0, 10, 0, 4, 1;
  CHECK(dsne::evaluation::enclosing_radius(obtuse) == Approx(5));
}

TEST_CASE("points on a circle, with others inside, have its radius") {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Matrix points(2000, 2);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const double angle = 4 * uniform(engine);
    const double distance = i % 2 == 0 ? 2.5 : 2.5 * std::abs(uniform(engine));
    points.row(i) << distance * std::cos(angle) + 30, distance * std::sin(angle) - 20;
  }
  CHECK(dsne::evaluation::enclosing_radius(points) == Approx(2.5).epsilon(1e-7));
}
