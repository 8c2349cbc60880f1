#include "spectral/clusters.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using dsne::spectral::ClusterNumbers;
using dsne::spectral::Counts;

namespace {

/// 20 points around each of three middles, in turn.
Matrix three_groups() {
  Matrix points = dsne::tsne::random_coordinates(60, 2, 0.3, 5);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    points(i, 0) += static_cast<double>(i % 3) * 5;
  }
  return points;
}

Counts counts(std::vector<Eigen::Index> values) {
  return Eigen::Map<Counts>(values.data(), std::ssize(values));
}

}  // namespace

TEST_CASE("k-means finds groups that are apart, the heaviest first") {
  Vector weights = Vector::Ones(60);
  for (Eigen::Index i = 1; i < 60; i += 3) weights(i) = 3;
  for (Eigen::Index i = 2; i < 60; i += 3) weights(i) = 2;
  const ClusterNumbers numbers = dsne::spectral::clustered(three_groups(), weights, 3);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    CHECK(numbers[i] == (i % 3 == 0 ? 2 : i % 3 == 1 ? 0 : 1));
  }
}

TEST_CASE("a weight counts as a number of points") {
  const Matrix points = dsne::tsne::random_coordinates(12, 2, 1.0, 4);
  Vector weights = Vector::Ones(12);
  weights(3) = 3;
  weights(7) = 0;
  std::vector<Eigen::Index> rows = {0, 1, 2, 3, 3, 3, 4, 5, 6, 8, 9, 10, 11};
  const ClusterNumbers weighted = dsne::spectral::clustered(points, weights, 3);
  const ClusterNumbers repeated =
      dsne::spectral::clustered(points(rows, Eigen::all), Vector::Ones(13), 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(repeated[i] == weighted[static_cast<std::size_t>(rows[i])]);
  }
}

TEST_CASE("fewer different points than clusters are refused") {
  Matrix points = Matrix::Zero(6, 2);
  points(3, 1) = 1;
  CHECK(dsne::spectral::clustered(points, Vector::Ones(6), 2).back() == 0);
  CHECK_THROWS_WITH_AS(dsne::spectral::clustered(points, Vector::Ones(6), 3),
                       "the subjects fall into fewer clusters than are asked for",
                       dsne::InputError);
  CHECK_THROWS_AS(dsne::spectral::clustered(points, Vector::Zero(6), 1), dsne::InputError);
}

TEST_CASE("the largest eigengap gives the number of clusters") {
  using dsne::spectral::clusters_by_gap;
  CHECK(clusters_by_gap((Vector(5) << 1, 0.9, 0.8, 0.3, 0.2).finished(), 20) == 3);
  CHECK(clusters_by_gap((Vector(5) << 1, 0.4, 0.3, 0.25, 0.2).finished(), 20) == 2);
  CHECK(clusters_by_gap((Vector(6) << 1, 0.9, 0.85, 0.8, 0.79, 0.1).finished(), 4) == 2);
  CHECK(clusters_by_gap((Vector(2) << 1, 0.9).finished(), 20) == 2);
}

TEST_CASE("a point is in the cluster of the nearest centre, with a margin") {
  const Matrix centres = (Matrix(2, 1) << 0, 4).finished();
  const auto own =
      dsne::spectral::nearest_centres((Matrix(4, 1) << 0, 1, 2, 4).finished(), centres);
  CHECK(own.clusters == ClusterNumbers{0, 0, 0, 1});
  CHECK(own.margins(0) == 1);
  CHECK(own.margins(1) == doctest::Approx(2.0 / 3));
  CHECK(own.margins(2) == 0);
  const auto alone = dsne::spectral::nearest_centres(Matrix::Ones(1, 1), Matrix::Zero(1, 1));
  CHECK(alone.clusters == ClusterNumbers{0});
}

TEST_CASE("a site reports few subjects only together with others") {
  using dsne::spectral::without_small;
  const auto numbers = [](std::vector<int> sizes) {
    ClusterNumbers clusters;
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      clusters.insert(clusters.end(), static_cast<std::size_t>(sizes[c]),
                      static_cast<Eigen::Index>(c));
    }
    return clusters;
  };
  struct Case {
    std::vector<int> sizes;
    std::vector<Eigen::Index> told;
    Eigen::Index others;
  };
  for (const Case& each : {Case{{10, 7, 5}, {10, 7, 5}, 0}, Case{{10, 3, 4}, {10, 0, 0}, 7},
                           Case{{10, 7, 2}, {10, 0, 0}, 9}, Case{{10, 0, 0}, {10, 0, 0}, 0},
                           Case{{6, 1, 0}, {0, 0, 0}, 7}, Case{{2, 1, 1}, {0, 0, 0}, 0}}) {
    const auto told = without_small(numbers(each.sizes), 3, 5);
    CHECK(told.counts == counts(each.told));
    CHECK(told.others == each.others);
  }
}
