#include "methods/fed_tsne/landmark_distances.h"

#include <doctest/doctest.h>

#include "test_points.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::methods::landmark_distances;
using dsne::methods::points_at_distances;

namespace {

Matrix solved(const Matrix& points, const Matrix& landmarks) {
  return points_at_distances(landmark_distances(points, landmarks), landmarks);
}

}  // namespace

TEST_CASE("distances to landmarks are Euclidean") {
  Matrix points(2, 2);
  points << 0, 0, 3, 0;
  Matrix landmarks(3, 2);
  landmarks << 3, 4, 0, 0, 3, -1;
  Matrix expected(2, 3);
  expected << 5, 0, std::sqrt(10), 4, 3, 1;
  CHECK(relative_error(landmark_distances(points, landmarks), expected) < 1e-15);
}

TEST_CASE("points follow from distances to one more landmark than features") {
  const Matrix points = own_data(30, 5);
  for (const Eigen::Index landmarks : {7, 40}) {
    CAPTURE(landmarks);
    const Matrix found = solved(points, reference_data().topRows(landmarks));
    REQUIRE(found.cols() == 7);
    CHECK(relative_error(found.leftCols(6), points) < 1e-8);
    CHECK(found.col(6).cwiseAbs().maxCoeff() < 1e-5);
  }
}

TEST_CASE("fewer landmarks give the points within their span, and the distance from it") {
  Matrix landmarks = reference_data().topRows(10);
  landmarks.rightCols(2).setConstant(3);
  const Matrix points = own_data(30, 5);
  const Matrix found = solved(points, landmarks);
  CHECK(relative_error(found.leftCols(4), points.leftCols(4)) < 1e-8);
  CHECK(relative_error(found.middleCols(4, 2), Matrix::Constant(30, 2, 3)) < 1e-8);
  CHECK(relative_error(found.col(6), (points.rightCols(2).array() - 3).matrix().rowwise().norm()) <
        1e-8);
}

TEST_CASE("coincident landmarks give the distance from them") {
  const Matrix landmarks = Matrix::Ones(5, 6);
  const Matrix points = own_data(10, 5);
  const Matrix found = solved(points, landmarks);
  CHECK(relative_error(found.leftCols(6), Matrix::Ones(10, 6)) < 1e-12);
  CHECK(relative_error(found.col(6), (points.array() - 1).matrix().rowwise().norm()) < 1e-12);
}

TEST_CASE("impossible distances give finite points") {
  for (const double size : {0.0, 1.0, 1e6}) {
    const Matrix distances = size * own_data(8, 3).cwiseAbs() * Matrix::Ones(6, 40);
    CHECK(points_at_distances(distances, reference_data()).allFinite());
  }
}
