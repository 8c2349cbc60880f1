#include "quality/nearest_labels.h"

#include <doctest/doctest.h>

#include <random>

using dsne::Matrix;

namespace {

/// Two clouds far apart, every second point in each.
Matrix two_clouds(Eigen::Index points, Eigen::Index dimensions) {
  std::mt19937_64 engine(151);
  std::normal_distribution<double> normal;
  Matrix coordinates(points, dimensions);
  for (Eigen::Index i = 0; i < points; ++i) {
    for (Eigen::Index k = 0; k < dimensions; ++k)
      coordinates(i, k) = normal(engine) + (i % 2 == 0 ? 0 : 100);
  }
  return coordinates;
}

std::vector<std::string> even_and_odd(std::size_t points) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < points; ++i) labels.emplace_back(i % 2 == 0 ? "even" : "odd");
  return labels;
}

}  // namespace

TEST_CASE("clouds with one label each are all correct, with swapped labels all wrong") {
  for (const Eigen::Index dimensions : {2, 3}) {
    std::vector<std::string> labels = even_and_odd(60);
    const Matrix coordinates = two_clouds(60, dimensions);
    CHECK(dsne::quality::label_accuracy(coordinates, labels, 10)->value == 1);
    // One point of the other label in each cloud is outvoted, and outvotes nobody.
    labels[0] = "odd";
    labels[1] = "even";
    CHECK(dsne::quality::label_accuracy(coordinates, labels, 10)->value ==
          doctest::Approx(58.0 / 60));
  }
}

TEST_CASE("points without a label neither count nor vote") {
  std::vector<std::string> labels = even_and_odd(60);
  for (std::size_t i = 0; i < 20; ++i) labels[i].clear();
  const auto accuracy = dsne::quality::label_accuracy(two_clouds(60, 2), labels, 10);
  REQUIRE(accuracy);
  CHECK(accuracy->points == 40);
  CHECK(accuracy->value == 1);
}

TEST_CASE("too few points or one label only give no figure") {
  CHECK_FALSE(dsne::quality::label_accuracy(two_clouds(10, 2), even_and_odd(10), 10));
  CHECK(dsne::quality::label_accuracy(two_clouds(11, 2), even_and_odd(11), 10));
  CHECK_FALSE(
      dsne::quality::label_accuracy(two_clouds(30, 2), std::vector<std::string>(30, "a"), 10));
  CHECK_FALSE(dsne::quality::label_accuracy(Matrix(0, 2), {}, 10));
}

TEST_CASE("a point never votes for itself, even among points at the same place") {
  const Matrix coordinates = Matrix::Zero(4, 2);
  const std::vector<std::string> labels = {"a", "b", "b", "b"};
  CHECK(dsne::quality::label_accuracy(coordinates, labels, 3)->value == doctest::Approx(0.75));
}
