#include "quality/nearest_labels.h"

#include <doctest/doctest.h>

using dsne::Matrix;
using dsne::quality::nearest_labels;

TEST_CASE("a position has the commonest label of the ten known points nearest to it") {
  Matrix known(15, 2);
  std::vector<std::string> labels;
  for (Eigen::Index i = 0; i < 15; ++i) {
    known.row(i) << static_cast<double>(i), 0;
    labels.emplace_back(i < 4 ? "a" : "b");
  }
  // Nearest to 0 are points 0 to 9, six of them "b"; five unlabelled ones bring in no others'
  // votes.
  CHECK(nearest_labels(Matrix{{0, 0}, {14, 1}}, known, labels) ==
        std::vector<std::string>{"b", "b"});
  for (std::size_t i = 4; i < 15; ++i) labels[i] = i < 7 ? "b" : "";
  CHECK(nearest_labels(Matrix{{0, 0}}, known, labels) == std::vector<std::string>{"a"});
}

TEST_CASE("few labels, none, and no place") {
  const Matrix known{{0, 0, 0}, {1, 1, 1}};
  CHECK(nearest_labels(Matrix{{5, 5, 5}}, known, {"", "x"}) == std::vector<std::string>{"x"});
  CHECK(nearest_labels(Matrix{{5, 5, 5}}, known, {"y", "x"}) == std::vector<std::string>{"x"});
  CHECK(nearest_labels(Matrix{{5, 5, 5}}, known, {"", ""}) == std::vector<std::string>{""});
  CHECK(nearest_labels(Matrix{{5, 5, 5}}, known, {}) == std::vector<std::string>{""});
  CHECK(nearest_labels(Matrix(0, 3), known, {"a", "b"}).empty());
}
