#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "sphere/spherical_mds.h"
#include "unit/data/helpers.h"
#include "unit/sphere/networks.h"

using dsne::Matrix;
using dsne::Vector;

TEST_CASE("points are rotated as by scipy") {
  const Matrix turned =
      dsne::sphere::turned_onto(peer_values("sphere/points.txt"), peer_values("sphere/others.txt"));
  CHECK(difference(turned, peer_values("sphere/turned.txt")) < 1e-10);
}

TEST_CASE("rotated and reflected points are recovered") {
  const Matrix points = points_on_sphere(12, 2, 3);
  Matrix turn(3, 3);
  turn << 0, -1, 0, 1, 0, 0, 0, 0, -1;
  CHECK(difference(dsne::sphere::turned_onto(points * turn, points), points) < 1e-12);
  turn.row(0) *= -1;
  CHECK(difference(dsne::sphere::turned_onto(points * turn, points), points) < 1e-12);
}

TEST_CASE("a region without a position does not count in the rotation") {
  const Matrix points = points_on_sphere(12, 2, 3);
  Matrix others = points.rowwise().reverse();
  others.row(4).setConstant(std::nan(""));
  const Matrix turned = dsne::sphere::turned_onto(others, points);
  CHECK(turned.row(4).array().isNaN().all());
  const Vector angles = dsne::sphere::angles_between(turned, points);
  CHECK(std::isnan(angles(4)));
  CHECK(dsne::sphere::root_mean_square(angles) < 1e-7);
}

TEST_CASE("angles between points") {
  Matrix points(3, 3);
  points << 1, 0, 0, 0, 1, 0, 0, 0, 1;
  Matrix others(3, 3);
  others << 1, 0, 0, 0, -1, 0, 1, 0, 0;
  const Vector angles = dsne::sphere::angles_between(points, others);
  CHECK(angles(0) == 0);
  CHECK(angles(1) == doctest::Approx(std::numbers::pi));
  CHECK(angles(2) == doctest::Approx(std::numbers::pi / 2));
  CHECK(dsne::sphere::root_mean_square(angles) ==
        doctest::Approx(std::numbers::pi * std::sqrt((1 + 0.25) / 3)));
  CHECK(dsne::sphere::root_mean_square(Vector::Constant(2, std::nan(""))) == 0);
}
