#include "spectral/clusters.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/errors.h"
#include "tsne/tsne.h"

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

using dsne::spectral::Nystrom;

TEST_CASE("features' products are the affinities by Nystroem, at landmarks the kernel itself") {
  const Matrix landmarks = dsne::tsne::random_coordinates(12, 3, 1.0, 1);
  const Nystrom kernel(landmarks, 1);
  const Matrix features = kernel.landmark_features();
  const Matrix among = features * features.transpose();
  CHECK((among.diagonal().array() - 1).abs().maxCoeff() < 1e-5);
  const auto log_affinity = [&](Eigen::Index i, Eigen::Index j) { return std::log(among(i, j)); };
  const auto squared = [&](Eigen::Index i, Eigen::Index j) {
    return (landmarks.row(i) - landmarks.row(j)).squaredNorm();
  };
  CHECK(log_affinity(0, 1) / log_affinity(0, 2) ==
        doctest::Approx(squared(0, 1) / squared(0, 2)).epsilon(1e-3));
  CHECK((kernel.features(landmarks) - features).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("no feature row is longer than 1, nor a normalised one") {
  const Matrix points = dsne::tsne::random_coordinates(200, 3, 2.0, 2);
  const Nystrom kernel(dsne::tsne::random_coordinates(15, 3, 1.0, 1), 0.5);
  const Matrix features = kernel.features(points);
  const Vector sums = features.colwise().sum();
  CHECK(features.rowwise().norm().maxCoeff() <= 1 + 1e-12);
  const Matrix rows = dsne::spectral::normalised(features, Vector::Ones(features.rows()), sums);
  CHECK(rows.rowwise().norm().maxCoeff() <= 1 + 1e-12);
  CHECK(
      dsne::spectral::normalised(features, Vector::Ones(features.rows()), Vector::Constant(15, -5))
          .allFinite());
}

TEST_CASE("a point far from every landmark has a direction, that of the nearest one") {
  const Matrix landmarks = dsne::tsne::random_coordinates(10, 2, 1.0, 1);
  const Nystrom kernel(landmarks, 0.5);
  const Matrix far = (Matrix(1, 2) << 1e6, 2e6).finished();
  CHECK(kernel.features(far).isZero());
  CHECK(dsne::spectral::normalised(kernel.features(far), Vector::Ones(far.rows()), Vector::Ones(10))
            .isZero());
  const Matrix direction = kernel.directions(far);
  CHECK(direction.allFinite());
  CHECK(direction.norm() > 0.5);
  const Matrix points = dsne::tsne::random_coordinates(20, 2, 1.0, 3);
  CHECK((kernel.directions(points).rowwise().normalized() -
         kernel.features(points).rowwise().normalized())
            .cwiseAbs()
            .maxCoeff() < 1e-9);
}

TEST_CASE("landmarks are weighted by the points around them") {
  Matrix landmarks(4, 1);
  landmarks << 0, 1, 100, 101;
  Matrix points(9, 1);
  points << 0, 0, 0, 1, 1, 1, 100, 100.5, 101;
  const Nystrom kernel(landmarks, 0.001);
  const Vector sums = kernel.features(points).colwise().sum();
  const Vector weights = kernel.weights(sums);
  CHECK(weights(0) + weights(1) == doctest::Approx(6).epsilon(0.02));
  CHECK(weights(2) + weights(3) == doctest::Approx(3).epsilon(0.1));
}

TEST_CASE("equal landmarks make no kernel") {
  CHECK_THROWS_WITH_AS(Nystrom(Matrix::Ones(5, 3), 0.2),
                       "too many points of the reference are the same one", dsne::InputError);
}
