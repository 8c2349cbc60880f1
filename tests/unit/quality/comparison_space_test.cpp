#include "quality/comparison_space.h"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "data/stacked.h"
#include "tsne/initialization.h"
#include "unit/data/helpers.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::RowVector;
using dsne::quality::ComparisonSpace;
using dsne::tsne::random_coordinates;

namespace {

/// Correlated measures, the last one positive.
Matrix measures(Eigen::Index points) {
  const Matrix normal = random_coordinates(points, 4, 1, 11);
  Matrix result = normal;
  result.col(1) += 3 * normal.col(0);
  result.col(3) = (0.5 * normal.col(3) + normal.col(2)).array().exp();
  return result;
}

}  // namespace

TEST_CASE("a squared distance weighs extreme values twice, and adds values that do not fit") {
  const Matrix points = measures(200);
  const ComparisonSpace space(points, points);
  const Matrix coordinates = space.coordinates(points);
  REQUIRE(coordinates.cols() == 4);
  CHECK(coordinates.colwise().mean().norm() < 1e-9);
  const Matrix x = space.standardized(points);
  const Matrix metric = 2 * Matrix::Identity(4, 4) + (x.transpose() * x / 199).inverse();
  const RowVector d = x.row(3) - x.row(8);
  CHECK((coordinates.row(3) - coordinates.row(8)).squaredNorm() ==
        Approx((d * metric * d.transpose())(0)));
}

TEST_CASE("units and directions of measures do not matter") {
  const Matrix points = measures(100);
  Matrix other = points;
  other.col(0) *= -20;
  other.col(2) /= 10;
  other.col(3) *= 1000;
  const auto distance = [](const Matrix& from) {
    const Matrix coordinates = ComparisonSpace(from, from).coordinates(from);
    return (coordinates.row(5) - coordinates.row(77)).norm();
  };
  CHECK(distance(points) == Approx(distance(other)).epsilon(1e-9));
}

TEST_CASE("far values are compared by their logarithm, also where there are negative ones") {
  Matrix points = measures(100);
  const ComparisonSpace space(points, points);
  Matrix asked = points.topRows(3);
  const double typical = points.col(2).cwiseAbs().maxCoeff();
  asked(0, 2) = 3 * typical;
  asked(1, 2) = -3 * typical;
  asked(2, 2) = 12 * typical;
  const Matrix x = space.standardized(asked);
  CHECK(x(0, 2) > 2);
  CHECK(x(1, 2) < -2);
  CHECK(x(2, 2) < 2.5 * x(0, 2));
}

TEST_CASE("departures are numpy's residuals of the regressions on the other measures") {
  const Matrix reference = peer_values("outliers/reference.npy");
  const Matrix own = peer_values("outliers/own.npy");
  const Matrix peer = peer_values("outliers/departures.npy");
  const ComparisonSpace space(reference, dsne::data::stacked({reference, own}));
  const Matrix x = space.standardized(own);
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    CHECK(difference(space.departures(x.row(i)), peer.row(i)) < 1e-8);
  }
}

TEST_CASE("a measure set to its prediction has no departure") {
  const Matrix points = measures(100);
  const ComparisonSpace space(points, points);
  RowVector odd = points.row(0);
  odd(1) += 5;
  const RowVector x = space.standardized(odd);
  CHECK(std::abs(space.departures(x)(1)) > 3);
  const RowVector corrected = space.corrected(x, 1);
  CHECK(std::abs(space.departures(corrected)(1)) < 1e-9);
  CHECK(corrected(0) == x(0));
  CHECK(space.departures(corrected).norm() < space.departures(x).norm());
}

TEST_CASE("the residual of the components is one coordinate") {
  const Matrix points = random_coordinates(200, 60, 1, 3);
  const ComparisonSpace space(points, points);
  CHECK(space.coordinates(points).cols() == 51);
  // The inverse covariance of a point of the mean is no matter: nothing departs there.
  CHECK(space.departures(RowVector::Zero(60)).norm() == 0);
  Matrix odd = points.topRows(1);
  odd(0, 59) = 9;
  Eigen::Index oddest = 0;
  space.departures(space.standardized(odd)).cwiseAbs().maxCoeff(&oddest);
  CHECK(oddest == 59);
}

TEST_CASE("a space has finite coordinates for any values, learned from any") {
  const double tiny = std::numeric_limits<double>::denorm_min();
  Matrix extreme(6, 3);
  extreme << 1e100, -1e100, 0, -1e100, 1e100, tiny, 0, tiny, 1, tiny, 0, -tiny, 1, 1, 1, 1, 1, 1;
  const Matrix same = Matrix::Constant(6, 3, 7);
  const Matrix positive = extreme.cwiseAbs().cwiseMax(tiny);
  for (const Matrix& points : {measures(6).leftCols(3).eval(), same, extreme, positive}) {
    const ComparisonSpace space(points, points);
    for (const Matrix& asked : {extreme, same, positive}) {
      CHECK(space.coordinates(asked).allFinite());
      CHECK(space.departures(space.standardized(asked).row(0)).allFinite());
    }
  }
  CHECK(ComparisonSpace(same, same).coordinates(same).isZero());
}
