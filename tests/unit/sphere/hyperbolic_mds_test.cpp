#include "sphere/hyperbolic_mds.h"

#include <doctest/doctest.h>

#include "sphere/group_sphere.h"
#include "sphere/spherical_mds.h"
#include "unit/data/helpers.h"
#include "unit/matrices.h"
#include "unit/sphere/networks.h"

using dsne::Matrix;

namespace {

Matrix distances_among(const Matrix& points) {
  Matrix distances(points.rows(), points.rows());
  for (Eigen::Index row = 0; row < points.rows(); ++row) {
    distances.row(row) = dsne::sphere::hyperbolic_distances_to(points, row);
  }
  return distances;
}

double hyperbolic_loss_of(const Matrix& distances, const Matrix& points) {
  Matrix gradient;
  return dsne::sphere::hyperbolic_loss(distances, points, gradient);
}

}  // namespace

TEST_CASE("the hyperbolic plane's closed form, fit and least loss are numpy's and scipy's") {
  const Matrix angles = dsne::sphere::angles_of(peer_values("sphere/correlations.txt"));
  const Matrix expected = peer_values("sphere/hyperbolic_fit.txt");
  const Matrix start = dsne::sphere::hyperbolic_closed_form(angles);
  CHECK(difference(distances_among(start), peer_values("sphere/hydra_distances.txt")) < 1e-6);
  const auto fit = dsne::sphere::shepard(
      angles, [&](Eigen::Index row) { return dsne::sphere::hyperbolic_distances_to(start, row); });
  CHECK(fit.correlation == doctest::Approx(expected(0, 0)).epsilon(1e-6));
  CHECK(fit.stress == doctest::Approx(expected(0, 1)).epsilon(1e-6));
  CHECK(hyperbolic_loss_of(angles, start) == doctest::Approx(expected(0, 2)).epsilon(1e-6));
  const Matrix points = dsne::sphere::minimised_on_hyperboloid(
      angles, start, {.evaluations = 5000, .tolerance = 1e-12});
  CHECK(hyperbolic_loss_of(angles, points) == doctest::Approx(expected(0, 3)).epsilon(0.02));
}

TEST_CASE("points of the hyperbolic plane are recovered") {
  const Matrix points = points_on_sphere(30, 2, 2).leftCols(2) * 2;
  const Matrix distances = distances_among(points);
  const Matrix found = dsne::sphere::hyperbolic_closed_form(distances);
  const Matrix better = dsne::sphere::minimised_on_hyperboloid(distances, found);
  CHECK(difference(distances_among(better), distances) < 0.02);
  const Matrix disk = dsne::sphere::on_poincare_disk(better);
  CHECK(disk.rowwise().norm().maxCoeff() < 1);
}

TEST_CASE("the hyperbolic gradient is the loss's slope") {
  const Matrix distances = dsne::sphere::angles_of(network_of(12, 3));
  const Matrix points = points_on_sphere(12, 1, 4) * 1.5;
  Matrix gradient;
  dsne::sphere::hyperbolic_loss(distances, points, gradient);
  const Matrix slope = differences(
      [&](const Matrix& at) { return hyperbolic_loss_of(distances, at); }, points, 1e-6);
  CHECK(difference(gradient, slope) < 1e-5 * gradient.cwiseAbs().maxCoeff());
}

TEST_CASE("the Poincaré disk keeps hyperbolic distances") {
  const Matrix points = points_on_sphere(2, 1, 4) * 1.5;
  const Matrix disk = dsne::sphere::on_poincare_disk(points);
  const double between = (disk.row(0) - disk.row(1)).squaredNorm();
  const double room = (1 - disk.row(0).squaredNorm()) * (1 - disk.row(1).squaredNorm());
  CHECK(dsne::sphere::hyperbolic_distances_to(points, 0)(1) ==
        doctest::Approx(std::acosh(1 + 2 * between / room)));
}
