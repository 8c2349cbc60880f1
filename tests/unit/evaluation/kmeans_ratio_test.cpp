#include "tools/evaluation/kmeans_ratio.h"

#include <doctest/doctest.h>

#include <cmath>

using doctest::Approx;
using dsne::Matrix;
using dsne::evaluation::kmeans_ratio;

namespace {

/// Three classes, each of two points at distance 1 from their mean; the means are a right triangle
/// with sides 3, 4 and 5.
Matrix triangle(Eigen::Index dimensions) {
  Matrix coordinates = Matrix::Zero(6, dimensions);
  coordinates.leftCols(2) << -1, 0, 1, 0, 3, -1, 3, 1, -1, 4, 1, 4;
  return coordinates;
}

const std::vector<std::string> triangle_labels = {"a", "a", "b", "b", "c", "c"};

}  // namespace

TEST_CASE("equation 14 by hand, in two and three dimensions") {
  CHECK(*kmeans_ratio(triangle(2), triangle_labels) == Approx(6.0 / 12));
  CHECK(*kmeans_ratio(triangle(3), triangle_labels) == Approx(6.0 / 12));
  Matrix deep = triangle(3);
  deep.col(2) << 2, -2, 0, 0, 0, 0;
  CHECK(*kmeans_ratio(deep, triangle_labels) == Approx((2 * std::sqrt(5.0) + 4) / 12));
}

TEST_CASE("every point twice is twice the ratio; scale and place do not matter") {
  const Matrix coordinates = triangle(2);
  const Matrix twice = coordinates.replicate(2, 1);
  std::vector<std::string> labels = triangle_labels;
  labels.insert(labels.end(), triangle_labels.begin(), triangle_labels.end());
  CHECK(*kmeans_ratio(twice, labels) == Approx(1));
  const Matrix moved = (coordinates * 7).array() + 100;
  CHECK(*kmeans_ratio(moved, triangle_labels) == Approx(0.5));
}

TEST_CASE("points without a label are left out") {
  Matrix coordinates = Matrix::Constant(8, 2, 1000);
  coordinates.topRows(6) = triangle(2);
  std::vector<std::string> labels = triangle_labels;
  labels.resize(8);
  CHECK(*kmeans_ratio(coordinates, labels) == Approx(0.5));
}

TEST_CASE("classes of one point each have a ratio of 0") {
  CHECK(*kmeans_ratio(triangle(2), {"a", "b", "c", "d", "e", "f"}) == 0);
}

TEST_CASE("no ratio without two classes apart") {
  CHECK_FALSE(kmeans_ratio(Matrix(0, 2), {}));
  CHECK_FALSE(kmeans_ratio(triangle(2), std::vector<std::string>(6)));
  CHECK_FALSE(kmeans_ratio(triangle(2), std::vector<std::string>(6, "a")));
  CHECK_FALSE(kmeans_ratio(Matrix::Ones(6, 2), triangle_labels));
}
