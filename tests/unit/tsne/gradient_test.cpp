#include <doctest/doctest.h>

#include <cmath>

#include "tsne/tsne.h"
#include "unit/matrices.h"

using dsne::Matrix;
using dsne::tsne::Affinities;
using dsne::tsne::Precision;

namespace {

/// Equation 4 of the main paper with Z over all pairs, by its definition.
Matrix gradient_by_definition(const Affinities& p, const Matrix& y, double exaggeration) {
  const Eigen::Index n = y.rows();
  Matrix w(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      w(i, j) = i == j ? 0 : 1 / (1 + (y.row(i) - y.row(j)).squaredNorm());
    }
  }
  const double z = w.sum();
  const Matrix joint = dense(p);
  Matrix gradient = Matrix::Zero(n, y.cols());
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      gradient.row(i) +=
          4 * (exaggeration * joint(i, j) - w(i, j) / z) * w(i, j) * (y.row(i) - y.row(j));
    }
  }
  return gradient;
}

}  // namespace

TEST_CASE("the gradient is the definition's, in two and three dimensions, at odd sizes") {
  for (const Eigen::Index points : {7, 64, 101}) {
    const Affinities p =
        dsne::tsne::joint_affinities(dsne::tsne::random_coordinates(points, 6, 1.0, 31), 2);
    for (const Eigen::Index dimensions : {2, 3}) {
      for (const double spread : {1e-4, 1.0, 50.0}) {
        const Matrix y = dsne::tsne::random_coordinates(points, dimensions, spread, 37);
        const Matrix expected = gradient_by_definition(p, y, 4);
        CHECK((dsne::tsne::gradient(p, y, 4, Precision::full) - expected).norm() <=
              1e-12 * expected.norm());
      }
    }
  }
}

TEST_CASE("the gradient is the slope of the KL divergence, by finite differences") {
  const Affinities p =
      dsne::tsne::joint_affinities(dsne::tsne::random_coordinates(30, 5, 1.0, 41), 5);
  for (const Eigen::Index dimensions : {2, 3}) {
    const Matrix y = dsne::tsne::random_coordinates(30, dimensions, 1.0, 43);
    const Matrix slope = dsne::tsne::gradient(p, y, 1, Precision::full);
    const Matrix expected =
        differences([&](const Matrix& at) { return dsne::tsne::kl_divergence(p, at); }, y, 1e-5);
    CHECK((slope - expected).norm() < 1e-6 * expected.norm());
  }
}

TEST_CASE("the KL divergence is the definition's") {
  const Affinities p =
      dsne::tsne::joint_affinities(dsne::tsne::random_coordinates(25, 5, 1.0, 47), 4);
  const Matrix y = dsne::tsne::random_coordinates(25, 2, 2.0, 53);
  double z = 0;
  for (Eigen::Index i = 0; i < 25; ++i) {
    for (Eigen::Index j = 0; j < 25; ++j) {
      if (i != j) z += 1 / (1 + (y.row(i) - y.row(j)).squaredNorm());
    }
  }
  double expected = 0;
  for (std::size_t i = 0; i < 25; ++i) {
    for (auto k = p.offsets[i]; k < p.offsets[i + 1]; ++k) {
      const double q =
          1 / (1 + (y.row(static_cast<Eigen::Index>(i)) - y.row(p.columns[k])).squaredNorm()) / z;
      expected += p.values[k] * std::log(p.values[k] / q);
    }
  }
  CHECK(dsne::tsne::kl_divergence(p, y) == doctest::Approx(expected).epsilon(1e-12));
}

TEST_CASE("the gradient's forces cancel: it never moves the mean") {
  const Affinities p =
      dsne::tsne::joint_affinities(dsne::tsne::random_coordinates(50, 5, 1.0, 59), 9);
  const Matrix slope =
      dsne::tsne::gradient(p, dsne::tsne::random_coordinates(50, 2, 3.0, 61), 12, Precision::full);
  CHECK(slope.colwise().sum().norm() < 1e-12 * slope.norm());
}

TEST_CASE("points that coincide, lie far out or are alone give finite forces") {
  const Affinities p =
      dsne::tsne::joint_affinities(dsne::tsne::random_coordinates(10, 5, 1.0, 71), 2);
  Matrix far = dsne::tsne::random_coordinates(10, 2, 1.0, 73);
  far.row(3) *= 1e150;
  for (const Precision precision : {Precision::single, Precision::full}) {
    for (const Matrix& y : {Matrix(Matrix::Zero(10, 2)), far}) {
      CHECK(dsne::tsne::gradient(p, y, 1, precision).allFinite());
    }
    const dsne::tsne::Repulsion alone = dsne::tsne::repulsion(Matrix::Ones(1, 2), precision);
    CHECK(alone.z == 0);
    CHECK(alone.forces.norm() == 0);
  }
}
