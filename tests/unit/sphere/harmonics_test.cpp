#include "sphere/harmonics.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "unit/data/helpers.h"
#include "unit/sphere/networks.h"

using dsne::Matrix;
using dsne::Vector;

TEST_CASE("harmonics and the density that they give are scipy's") {
  const Matrix points = peer_values("sphere/points.txt");
  CHECK(difference(dsne::sphere::spherical_harmonics(points, 5),
                   peer_values("sphere/harmonics.txt")) < 1e-12);
  CHECK(difference(dsne::sphere::heat_density(points, points, 0.1, 5).transpose(),
                   peer_values("sphere/density.txt")) < 1e-12);
}

TEST_CASE("harmonics of any degree add up as the addition theorem says") {
  constexpr int degree = 40;
  const Matrix harmonics = dsne::sphere::spherical_harmonics(points_on_sphere(5, 2, 3), degree);
  for (int l = 0; l <= degree; ++l) {
    const Vector sums =
        harmonics.middleCols(Eigen::Index{l} * l, 2 * l + 1).rowwise().squaredNorm();
    CHECK(difference(sums, Vector::Constant(5, (2 * l + 1) / (4 * std::numbers::pi))) < 1e-9);
  }
  Matrix poles(2, 3);
  poles << 0, 0, 1, 0, 0, -1;
  CHECK(dsne::sphere::spherical_harmonics(poles, degree).allFinite());
}

TEST_CASE("a density is highest at points, integrates to 1, and becomes uniform") {
  Matrix points(3, 3);
  points << 1, 0, 0, 0.8, 0.6, 0, 0, 0, 1;
  const auto density = [&](const Matrix& at, double time) {
    return dsne::sphere::heat_density(points, at, time, 20);
  };
  Matrix pole(2, 3);
  pole << 1, 0, 0, 0, -1, 0;
  const Vector values = density(pole, 0.05);
  CHECK(values(0) > 5 * std::abs(values(1)));
  CHECK(density(pole, 50)(1) == doctest::Approx(1 / (4 * std::numbers::pi)));
  const Matrix anywhere = points_on_sphere(20000, 2, 5);
  CHECK(density(anywhere, 0.05).mean() * 4 * std::numbers::pi == doctest::Approx(1).epsilon(0.05));
}
