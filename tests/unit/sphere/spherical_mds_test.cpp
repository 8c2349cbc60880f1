#include "sphere/spherical_mds.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "sphere/group_sphere.h"
#include "unit/data/helpers.h"
#include "unit/sphere/networks.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;

namespace {

Matrix sphere_peer(const std::string& name) { return peer_values("sphere/" + name + ".txt"); }

Matrix closed_form_of(const Matrix& correlations, Eigen::Index dimensions) {
  return dsne::sphere::closed_form(dsne::sphere::leading_eigenpairs(correlations, dimensions + 1));
}

double loss_of(const Matrix& angles, const Matrix& points) {
  Matrix gradient;
  return dsne::sphere::spherical_loss(angles, points, gradient);
}

dsne::sphere::Shepard fit_of(const Matrix& angles, const Matrix& points) {
  return dsne::sphere::shepard(
      angles, [&](Eigen::Index row) { return dsne::sphere::angles_to(points, row); });
}

}  // namespace

TEST_CASE("arc cosines are the standard library's") {
  for (const Eigen::Index count : {1, 63, 64, 65, 1001}) {
    const RowVector cosines = RowVector::LinSpaced(count, -1, 1);
    RowVector angles(count);
    dsne::sphere::arc_cosines(cosines.data(), count, angles.data());
    CHECK(difference(angles, cosines.array().acos().matrix()) < 1e-12);
  }
  const RowVector ends = (RowVector(3) << -1, 1, 0).finished();
  RowVector angles(3);
  dsne::sphere::arc_cosines(ends.data(), 3, angles.data());
  CHECK(angles(0) == std::numbers::pi);
  CHECK(angles(1) == 0);
  CHECK(angles(2) == doctest::Approx(std::numbers::pi / 2));
}

TEST_CASE("the closed form and how it fits are numpy's") {
  const Matrix correlations = sphere_peer("correlations");
  const Matrix angles = dsne::sphere::angles_of(correlations);
  const Matrix expected = sphere_peer("spherical_fit");
  for (Eigen::Index dimensions = 2; dimensions <= 5; ++dimensions) {
    CAPTURE(dimensions);
    const Matrix points = closed_form_of(correlations, dimensions);
    CHECK(difference(points * points.transpose(),
                     sphere_peer("closed_" + std::to_string(dimensions) + "_cosines")) < 1e-10);
    const auto fit = fit_of(angles, points);
    CHECK(fit.correlation == doctest::Approx(expected(dimensions - 2, 0)).epsilon(1e-9));
    CHECK(fit.stress == doctest::Approx(expected(dimensions - 2, 1)).epsilon(1e-9));
    CHECK(loss_of(angles, points) == doctest::Approx(expected(dimensions - 2, 2)).epsilon(1e-9));
  }
}

TEST_CASE("the minimised loss is scipy's, and never above the closed form's") {
  const Matrix correlations = sphere_peer("correlations");
  const Matrix angles = dsne::sphere::angles_of(correlations);
  const Matrix expected = sphere_peer("spherical_fit");
  for (Eigen::Index dimensions = 2; dimensions <= 5; ++dimensions) {
    CAPTURE(dimensions);
    const Matrix start = closed_form_of(correlations, dimensions);
    const Matrix points =
        dsne::sphere::minimised_on_sphere(angles, start, {.evaluations = 5000, .tolerance = 1e-12});
    CHECK(difference(points.rowwise().norm(), Vector::Ones(points.rows())) < 1e-12);
    CHECK(loss_of(angles, points) < expected(dimensions - 2, 2));
    CHECK(loss_of(angles, points) == doctest::Approx(expected(dimensions - 2, 3)).epsilon(0.02));
  }
}

TEST_CASE("the loss falls in every network") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    CAPTURE(seed);
    const Matrix correlations = network_of(60, seed);
    const Matrix angles = dsne::sphere::angles_of(correlations);
    const Matrix start = closed_form_of(correlations, 2);
    CHECK(loss_of(angles, dsne::sphere::minimised_on_sphere(angles, start)) <
          0.98 * loss_of(angles, start));
  }
}

TEST_CASE("the gradient is the loss's slope") {
  const Matrix angles = dsne::sphere::angles_of(network_of(15, 3));
  const Matrix points = points_on_sphere(15, 3, 5);
  Matrix gradient;
  dsne::sphere::spherical_loss(angles, points, gradient);
  constexpr double step = 1e-5;
  const Matrix directions = points_on_sphere(15, 3, 6);
  for (Eigen::Index row = 0; row < points.rows(); ++row) {
    // Along the sphere: elsewhere the loss has no meaning.
    RowVector direction = directions.row(row);
    direction -= direction.dot(points.row(row)) * points.row(row);
    Matrix ahead = points;
    Matrix behind = points;
    ahead.row(row) += step * direction;
    behind.row(row) -= step * direction;
    ahead.rowwise().normalize();
    behind.rowwise().normalize();
    const double slope = (loss_of(angles, ahead) - loss_of(angles, behind)) / (2 * step);
    CHECK(gradient.row(row).dot(direction) == doctest::Approx(slope).epsilon(1e-6));
  }
}

TEST_CASE("a large network's leading eigenpairs are those of the whole decomposition") {
  const Matrix matrix = network_of(220, 5);
  const auto few = dsne::sphere::leading_eigenpairs(matrix, 3);
  const auto all = dsne::sphere::leading_eigenpairs(matrix, 219);
  CHECK(difference(few.values, all.values.head(3)) < 1e-9);
  CHECK(difference(matrix * few.vectors, few.vectors * few.values.asDiagonal()) < 1e-8);
}

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
