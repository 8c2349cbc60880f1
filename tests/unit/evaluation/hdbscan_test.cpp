#include "tools/evaluation/hdbscan.h"

#include <doctest/doctest.h>

#include <map>

#include "unit/data/helpers.h"

using dsne::Matrix;

namespace {

Matrix distances_of(const Matrix& points) {
  Matrix distances(points.rows(), points.rows());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    distances.row(i) = (points.rowwise() - points.row(i)).rowwise().norm().transpose();
  }
  return distances;
}

/// The labels as numbers in the order in which they come first; noise stays noise.
std::vector<int> renumbered(const std::vector<int>& labels) {
  std::map<int, int> numbers{{dsne::evaluation::noise_label, dsne::evaluation::noise_label}};
  std::vector<int> result;
  for (const int label : labels) {
    result.push_back(numbers.emplace(label, static_cast<int>(numbers.size())).first->second);
  }
  return result;
}

}  // namespace

TEST_CASE("the clusters are the hdbscan package's") {
  for (const std::string name : {"clumps_and_noise", "nested", "one_clump", "few"}) {
    CAPTURE(name);
    const Matrix peer = peer_values("hdbscan/" + name + ".txt");
    std::vector<int> expected;
    for (const double label : peer.col(2)) expected.push_back(static_cast<int>(label));
    CHECK(renumbered(dsne::evaluation::hdbscan(distances_of(peer.leftCols(2)), 5)) ==
          renumbered(expected));
  }
}

TEST_CASE("points that are all equally far from each other are one cluster") {
  for (const Eigen::Index points : {2, 5, 40}) {
    const Matrix distances = Matrix::Ones(points, points) - Matrix::Identity(points, points);
    const auto size = static_cast<std::size_t>(points);
    CHECK(dsne::evaluation::hdbscan(distances, 5) == std::vector<int>(size, 0));
  }
}

TEST_CASE("no point gives no label, one point one") {
  CHECK(dsne::evaluation::hdbscan(Matrix(0, 0), 5).empty());
  CHECK(dsne::evaluation::hdbscan(Matrix::Zero(1, 1), 5).size() == 1);
}
