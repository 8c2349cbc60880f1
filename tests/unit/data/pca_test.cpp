#include "data/pca.h"

#include <doctest/doctest.h>

#include <cmath>

#include "helpers.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::data::Pca;

namespace {

Matrix pca_peer(const std::string& name) { return peer_values("pca/" + name + ".txt"); }

void check_orthonormal(const Matrix& components) {
  const auto size = components.cols();
  CHECK(difference(components.transpose() * components, Matrix::Identity(size, size)) < 1e-12);
}

}  // namespace

TEST_CASE("components, variances and coordinates are numpy's") {
  for (const std::string shape : {"tall", "wide"}) {
    CAPTURE(shape);
    const Matrix points = pca_peer(shape + "_points");
    const Pca pca = dsne::data::fit_pca(points, 100);
    CHECK(difference(pca.components, pca_peer(shape + "_components")) < 1e-12);
    CHECK(difference(pca.variances, pca_peer(shape + "_variances")) < 1e-9);
    CHECK(difference(project(pca, points), pca_peer(shape + "_projected")) < 1e-10);
    check_orthonormal(pca.components);
  }
}

TEST_CASE("only the first components are kept") {
  const Matrix points = pca_peer("wide_points");
  const Pca pca = dsne::data::fit_pca(points, 2);
  CHECK(difference(pca.components, pca_peer("wide_components").leftCols(2)) < 1e-12);
  CHECK(pca.variances.size() == 2);
  CHECK(project(pca, points).cols() == 2);
}

TEST_CASE("components without variance are dropped") {
  Matrix points = pca_peer("tall_points");
  points.col(4) = 2 * points.col(0) - points.col(1);
  CHECK(dsne::data::fit_pca(points, 5).components.cols() == 4);
  Matrix wide = pca_peer("wide_points");
  wide.row(5) = (wide.row(0) + wide.row(1)) / 2;
  const Pca pca = dsne::data::fit_pca(wide, 9);
  CHECK(pca.components.cols() == 4);
  check_orthonormal(pca.components);
  // The squares of these have lost their digits.
  CHECK(dsne::data::fit_pca(1e-160 * wide, 5).components.cols() == 0);
}

TEST_CASE("two points span one component") {
  const Matrix points{{0, 0, 0}, {3, 0, -4}};
  const Pca pca = dsne::data::fit_pca(points, 3);
  const Matrix expected{{-0.6}, {0}, {0.8}};
  CHECK(difference(pca.components, expected) < 1e-12);
  CHECK(pca.variances(0) == doctest::Approx(12.5));
}

TEST_CASE("equal points have no component") {
  CHECK(dsne::data::fit_pca(Matrix::Constant(50, 3, 0.1), 2).components.cols() == 0);
  CHECK(dsne::data::fit_pca(Matrix::Constant(3, 50, 0.1), 2).components.cols() == 0);
}

TEST_CASE("components of very different variance stay orthonormal") {
  Matrix points = Matrix::Zero(4, 6);
  points(0, 0) = 1e6;
  points.row(1) << 1, 2, 3, 4, 5, 6;
  points.row(2) << -3, 1, 0, 2, -1, 1;
  const Pca pca = dsne::data::fit_pca(points, 6);
  CHECK(pca.components.cols() == 3);
  check_orthonormal(pca.components);
}

TEST_CASE("few components of many features are those of a full decomposition") {
  Matrix points(150, 120);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    for (Eigen::Index j = 0; j < points.cols(); ++j) {
      points(i, j) =
          std::sin(static_cast<double>(7 * i * i + 3 * i * j)) / static_cast<double>(j + 1);
    }
  }
  for (const Matrix& data : {points, Matrix(points.topRows(100))}) {
    const Pca full = dsne::data::fit_pca(data, data.rows());
    const Pca few = dsne::data::fit_pca(data, 6);
    REQUIRE(few.components.cols() == 6);
    CHECK(difference(few.components, full.components.leftCols(6)) < 1e-9);
    CHECK(difference(few.variances, full.variances.head(6)) < 1e-12);
    check_orthonormal(few.components);
  }
}

TEST_CASE("fewer components are found if there are no more") {
  Matrix points = Matrix::Zero(60, 100);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    points(i, 3) = static_cast<double>(i % 7);
    points(i, 50) = static_cast<double>(i % 5);
  }
  const Pca pca = dsne::data::fit_pca(points, 4);
  CHECK(pca.components.cols() == 2);
  check_orthonormal(pca.components);
}

TEST_CASE("any number of components of any number of features is found") {
  for (Eigen::Index features = 1; features <= 40; ++features) {
    const Matrix points = dsne::tsne::random_coordinates(60, features, 1.0, 97);
    for (const Eigen::Index count : {1, 2, 3, 7}) {
      CAPTURE(features);
      CAPTURE(count);
      const dsne::data::Pca some = dsne::data::fit_pca(points, count);
      const dsne::data::Pca all = dsne::data::fit_pca(points, features);
      REQUIRE(some.variances.size() == std::min(count, features));
      CHECK(some.variances.isApprox(all.variances.head(some.variances.size()), 1e-9));
    }
  }
}
