#include "privacy/microaggregation.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "sanitized.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::privacy::Groups;

namespace {

Groups grouped(const Matrix& points, Eigen::Index least) {
  return dsne::privacy::averaged(points, dsne::privacy::microaggregated(points, least));
}

Groups randomly_grouped(const Matrix& points, Eigen::Index least) {
  dsne::privacy::SystemSource source;
  return dsne::privacy::averaged(points,
                                 dsne::privacy::randomly_microaggregated(points, least, source));
}

}  // namespace

TEST_CASE(
    "every point is in one group, of at least as many as asked and fewer than twice as many") {
  for (const Eigen::Index points : {5, 9, 10, 11, 47, 200, 4097, 9000}) {
    if (sanitized && points > 5000) continue;
    const Eigen::Index least = points > 1000 ? 50 : 5;
    CAPTURE(points);
    const Matrix data = dsne::tsne::random_coordinates(points, 3, 1.0, 1);
    for (const Groups& groups : {grouped(data, least), randomly_grouped(data, least)}) {
      REQUIRE(groups.means.rows() == groups.sizes.size());
      CHECK(groups.sizes.sum() == static_cast<double>(points));
      CHECK(groups.sizes.minCoeff() >= static_cast<double>(least));
      CHECK(groups.sizes.maxCoeff() < static_cast<double>(2 * least));
      CHECK((groups.sizes.transpose() * groups.means - data.colwise().sum()).norm() < 1e-9);
    }
  }
}

TEST_CASE("points that lie together are a group") {
  Matrix data = 0.01 * dsne::tsne::random_coordinates(28, 2, 1.0, 1);
  for (Eigen::Index i = 0; i < data.rows(); ++i) data(i, 0) += 10 * static_cast<double>(i % 4);
  for (Groups groups : {grouped(data, 7), randomly_grouped(data, 7)}) {
    REQUIRE(groups.means.rows() == 4);
    std::sort(groups.means.col(0).begin(), groups.means.col(0).end());
    for (Eigen::Index i = 0; i < 4; ++i) {
      CHECK(groups.means(i, 0) == doctest::Approx(10.0 * static_cast<double>(i)).epsilon(0.01));
      CHECK(groups.sizes(i) == 7);
    }
  }
}

TEST_CASE("random groups of the same points are others each time, the others' are not") {
  const Matrix data = dsne::tsne::random_coordinates(60, 3, 1.0, 1);
  CHECK(grouped(data, 10).means == grouped(data, 10).means);
  const Matrix once = randomly_grouped(data, 10).means;
  const Matrix again = randomly_grouped(data, 10).means;
  int same = 0;
  for (const auto& mean : once.rowwise()) {
    same += (again.rowwise() - mean).rowwise().norm().minCoeff() < 1e-12 ? 1 : 0;
  }
  CHECK(same < 4);
}

TEST_CASE("a point far from all others is grouped with the nearest ones") {
  Matrix data = dsne::tsne::random_coordinates(40, 3, 1.0, 2);
  data.row(17).setConstant(1e6);
  const Groups groups = grouped(data, 5);
  CHECK(groups.means.maxCoeff() == doctest::Approx(2e5).epsilon(1e-4));
}

TEST_CASE("with large groups nobody of a large site is left out") {
  for (const Eigen::Index least : {1500, 3000, 5000}) {
    CAPTURE(least);
    const Groups groups = grouped(dsne::tsne::random_coordinates(5000, 1, 1.0, 3), least);
    CHECK(groups.sizes.sum() == 5000);
    CHECK(groups.sizes.minCoeff() >= static_cast<double>(least));
  }
}

TEST_CASE("too few points form no group, and groups of one are the points") {
  const Matrix data = dsne::tsne::random_coordinates(4, 3, 1.0, 1);
  CHECK(grouped(data, 5).means.rows() == 0);
  CHECK(grouped(data, 5).sizes.size() == 0);
  CHECK(grouped(Matrix(0, 3), 5).means.rows() == 0);
  CHECK(grouped(data, 1).means == data);
  CHECK(grouped(data, 1).sizes == Vector::Ones(4));
  CHECK(grouped(Matrix::Ones(11, 2), 5).sizes.sum() == 11);
}
