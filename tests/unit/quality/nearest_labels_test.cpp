#include "quality/nearest_labels.h"

#include <doctest/doctest.h>

#include "tsne/tsne.h"

using dsne::Matrix;
using namespace dsne::quality;
using Labels = std::vector<std::string>;

namespace {

/// Two clouds far apart, every second point in each.
Matrix two_clouds(Eigen::Index points, Eigen::Index dimensions) {
  Matrix coordinates = dsne::tsne::random_coordinates(points, dimensions, 1, 151);
  for (Eigen::Index i = 1; i < points; i += 2) coordinates.row(i).array() += 100;
  return coordinates;
}

Labels even_and_odd(std::size_t points) {
  Labels labels;
  for (std::size_t i = 0; i < points; ++i) labels.emplace_back(i % 2 == 0 ? "even" : "odd");
  return labels;
}

}  // namespace

TEST_CASE("a position has the commonest label of the ten known points nearest to it") {
  Matrix known(15, 2);
  Labels labels;
  for (Eigen::Index i = 0; i < 15; ++i) {
    known.row(i) << static_cast<double>(i), 0;
    labels.emplace_back(i < 4 ? "a" : "b");
  }
  // Nearest to 0 are points 0 to 9, six of them "b"; five unlabelled ones bring in no others'
  // votes.
  CHECK(nearest_labels(Matrix{{0, 0}, {14, 1}}, known, labels) == Labels{"b", "b"});
  for (std::size_t i = 4; i < 15; ++i) labels[i] = i < 7 ? "b" : "";
  CHECK(nearest_labels(Matrix{{0, 0}}, known, labels) == Labels{"a"});
}

TEST_CASE("few labels, none, and no place") {
  const Matrix known{{0, 0, 0}, {1, 1, 1}};
  const Matrix place{{5, 5, 5}};
  CHECK(nearest_labels(place, known, {"", "x"}) == Labels{"x"});
  CHECK(nearest_labels(place, known, {"y", "x"}) == Labels{"x"});
  CHECK(nearest_labels(place, known, {"", ""}) == Labels{""});
  CHECK(nearest_labels(place, known, {}) == Labels{""});
  CHECK(nearest_labels(Matrix(0, 3), known, {"a", "b"}).empty());
}

TEST_CASE("clouds with one label each are all correct, a point of the other label is outvoted") {
  for (const Eigen::Index dimensions : {2, 3}) {
    Labels labels = even_and_odd(60);
    const Matrix coordinates = two_clouds(60, dimensions);
    CHECK(label_accuracy(coordinates, labels, 10)->value == 1);
    std::swap(labels[0], labels[1]);
    CHECK(label_accuracy(coordinates, labels, 10)->value == doctest::Approx(58.0 / 60));
    // Points without a label neither count nor vote.
    std::fill(labels.begin(), labels.begin() + 20, "");
    const auto accuracy = label_accuracy(coordinates, labels, 10);
    REQUIRE(accuracy);
    CHECK(accuracy->points == 40);
    CHECK(accuracy->value == 1);
  }
}

TEST_CASE("too few points or one label only give no figure") {
  CHECK_FALSE(label_accuracy(two_clouds(10, 2), even_and_odd(10), 10));
  CHECK(label_accuracy(two_clouds(11, 2), even_and_odd(11), 10));
  CHECK_FALSE(label_accuracy(two_clouds(30, 2), Labels(30, "a"), 10));
  CHECK_FALSE(label_accuracy(Matrix(0, 2), {}, 10));
}

TEST_CASE("a point never votes for itself, even among points at the same place") {
  CHECK(label_accuracy(Matrix::Zero(4, 2), {"a", "b", "b", "b"}, 3)->value ==
        doctest::Approx(0.75));
}
