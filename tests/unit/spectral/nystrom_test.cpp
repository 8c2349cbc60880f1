#include "spectral/nystrom.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/errors.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::Vector;
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
