#include "tools/evaluation/isolation_forest.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "unit/data/helpers.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::evaluation::IsolationForest;

namespace {

/// The rank of each value, 0 for the smallest.
Vector ranks(const Vector& values) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return values(a) < values(b); });
  Vector ranks(values.size());
  for (std::size_t k = 0; k < order.size(); ++k) ranks(order[k]) = static_cast<double>(k);
  return ranks;
}

double rank_correlation(const Vector& a, const Vector& b) {
  const Vector centred_a = ranks(a).array() - ranks(a).mean();
  const Vector centred_b = ranks(b).array() - ranks(b).mean();
  return centred_a.dot(centred_b) / (centred_a.norm() * centred_b.norm());
}

}  // namespace

TEST_CASE("the average path length is the published one") {
  CHECK(dsne::evaluation::average_path_length(0) == 0);
  CHECK(dsne::evaluation::average_path_length(1) == 0);
  CHECK(dsne::evaluation::average_path_length(2) == 1);
  CHECK(dsne::evaluation::average_path_length(3) == doctest::Approx(5.0 / 3).epsilon(1e-15));
  CHECK(dsne::evaluation::average_path_length(4) == doctest::Approx(13.0 / 6).epsilon(1e-15));
  // H(i) is about ln(i) + Euler's constant + 1/2i.
  const double harmonic = std::log(255) + 0.5772156649 + 1.0 / 510;
  CHECK(dsne::evaluation::average_path_length(256) ==
        doctest::Approx(2 * harmonic - 2 * 255.0 / 256).epsilon(1e-6));
}

TEST_CASE("the scores are scikit-learn's, but for the chance in both") {
  const Matrix points = peer_values("isolation_forest/points.txt");
  const Vector peer = peer_values("isolation_forest/scores.txt").col(0);
  const Vector scores = IsolationForest(points, {.trees = 500, .subsample = 64}).scores(points);
  CHECK(rank_correlation(scores, peer) > 0.98);
  CHECK((scores - peer).cwiseAbs().maxCoeff() < 0.03);
  CHECK(scores.tail(5).minCoeff() > scores.head(points.rows() - 5).maxCoeff());
}

TEST_CASE("the seed decides the scores") {
  const Matrix points = peer_values("isolation_forest/points.txt");
  const auto scores = [&](std::uint64_t seed) {
    return IsolationForest(points, {.trees = 20, .subsample = 32, .seed = seed}).scores(points);
  };
  CHECK(scores(1) == scores(1));
  CHECK(scores(1) != scores(2));
}

TEST_CASE("a forest scores points that it was not grown from") {
  const Matrix points = peer_values("isolation_forest/points.txt");
  const IsolationForest forest(points.topRows(75));
  Eigen::RowVector3d ordinary(0.1, -0.2, 0.1);
  Eigen::RowVector3d strange(50, 50, 50);
  CHECK(forest.score(ordinary) < 0.5);
  CHECK(forest.score(strange) > 0.65);
  CHECK(forest.score(strange) <= 1);
}

TEST_CASE("columns without any spread change nothing") {
  const Matrix points = peer_values("isolation_forest/points.txt");
  Matrix wide = Matrix::Constant(points.rows(), 30, 4.0);
  wide.middleCols(20, 3) = points;
  const Vector scores = IsolationForest(wide, {.trees = 200}).scores(wide);
  CHECK(rank_correlation(scores, IsolationForest(points, {.trees = 200}).scores(points)) > 0.97);
}

TEST_CASE("points that are all the same, or one point, score a half") {
  const std::vector<Matrix> unremarkable = {Matrix::Ones(50, 3), Matrix::Ones(1, 3), Matrix(3, 0)};
  for (const Matrix& points : unremarkable) {
    const Vector scores = IsolationForest(points).scores(points);
    CHECK((scores.array() - 0.5).abs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("repeated points have one score, and the one apart has the highest") {
  Matrix points = Matrix::Zero(40, 2);
  points.bottomRows(10).setOnes();
  points.row(39) << 1, 2;
  const Vector scores = IsolationForest(points).scores(points);
  CHECK((scores.head(30).array() == scores(0)).all());
  CHECK((scores.segment(30, 9).array() == scores(30)).all());
  CHECK(scores(30) > scores(0));
  CHECK(scores(39) > scores(30));
}

TEST_CASE("two values without a number between them, and the widest range, are split") {
  const double one = 1;
  const double next = std::nextafter(one, 2.0);
  const double largest = std::numeric_limits<double>::max();
  for (const auto& [low, high] : {std::pair(one, next), std::pair(-largest, largest)}) {
    Matrix points(2, 1);
    points << low, high;
    // Isolated by one split in every tree, and c(2) = 1.
    CHECK(IsolationForest(points).scores(points) == Vector::Constant(2, 0.5));
  }
}
