#include "tsne/tsne.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "unit/matrices.h"
#include "unit/threads.h"

using dsne::Matrix;
using dsne::tsne::OptimizerState;
using dsne::tsne::Schedule;

TEST_CASE("the velocity goes down the gradient, with momentum and gains") {
  OptimizerState optimizer = OptimizerState::at_rest(1, 2);
  Matrix slope(1, 2);
  slope << 2.0, -1.0;
  dsne::tsne::update_optimizer(optimizer, slope, 10, 0.5);
  // At rest nothing points against the gradient: the gains shrink to 0.8.
  CHECK(optimizer.gains(0, 0) == doctest::Approx(0.8));
  CHECK(optimizer.velocity(0, 0) == doctest::Approx(-16));
  CHECK(optimizer.velocity(0, 1) == doctest::Approx(8));
  dsne::tsne::update_optimizer(optimizer, slope, 10, 0.5);
  CHECK(optimizer.gains(0, 0) == doctest::Approx(1.0));
  CHECK(optimizer.velocity(0, 0) == doctest::Approx(0.5 * -16 - 20));
}

TEST_CASE("gains never fall below 0.01") {
  OptimizerState optimizer = OptimizerState::at_rest(1, 2);
  for (int t = 0; t < 100; ++t) {
    const double sign = t % 2 == 0 ? 1 : -1;
    optimizer.velocity.setConstant(sign);
    dsne::tsne::update_optimizer(optimizer, Matrix::Constant(1, 2, sign), 1, 0);
  }
  CHECK(optimizer.gains(0, 0) == doctest::Approx(0.01));
}

TEST_CASE("the schedule switches exaggeration and momentum at their iterations") {
  Schedule schedule;
  schedule.early_exaggeration = 12;
  schedule.early_exaggeration_iterations = 3;
  schedule.momentum_switch_iteration = 5;
  CHECK(dsne::tsne::exaggeration(schedule, 2) == 12);
  CHECK(dsne::tsne::exaggeration(schedule, 3) == 1);
  CHECK(dsne::tsne::momentum(schedule, 4) == schedule.momentum);
  CHECK(dsne::tsne::momentum(schedule, 5) == schedule.final_momentum);
}

TEST_CASE("the learning rate is the given one, or grows with the points") {
  Schedule schedule;
  CHECK(dsne::tsne::learning_rate(schedule, 4800) == doctest::Approx(100));
  CHECK(dsne::tsne::learning_rate(schedule, 5) == doctest::Approx(10));
  schedule.learning_rate = 7;
  CHECK(dsne::tsne::learning_rate(schedule, 4800) == 7);
}

TEST_CASE("starts: random and rescaled coordinates have their deviation, and equal seeds agree") {
  const Matrix random = dsne::tsne::random_coordinates(20000, 2, 0.01, 79);
  CHECK(random.norm() / std::sqrt(40000.0) == doctest::Approx(0.01).epsilon(0.03));
  CHECK(random == dsne::tsne::random_coordinates(20000, 2, 0.01, 79));
  CHECK(random != dsne::tsne::random_coordinates(20000, 2, 0.01, 80));
  const Matrix scaled = dsne::tsne::rescaled(random, 1e-4);
  const double mean = scaled.col(0).mean();
  CHECK(std::sqrt((scaled.col(0).array() - mean).square().mean()) == doctest::Approx(1e-4));
  CHECK(dsne::tsne::rescaled(Matrix::Ones(3, 2), 1e-4).isOnes());
}

using dsne::tsne::Position;

namespace {

constexpr int plenty = 200;

const Matrix& known_points() {
  static const Matrix data = dsne::tsne::random_coordinates(60, 5, 1.0, 11);
  return data;
}

const Matrix& new_points() {
  static const Matrix data = dsne::tsne::random_coordinates(25, 5, 1.0, 13);
  return data;
}

/// A map of the reference in which neighbours are about 1 apart.
Matrix known_coordinates(Eigen::Index dimensions) {
  return dsne::tsne::random_coordinates(60, dimensions, 4.0, 17);
}

/// The generalised KL divergence of c and q, written out, up to what no place changes.
double divergence(const dsne::tsne::NeighbourAffinities& affinities, Eigen::Index row,
                  const Matrix& embedding, const Position& place) {
  double normalizer = 0;
  for (Eigen::Index i = 0; i < embedding.rows(); ++i) {
    for (Eigen::Index j = 0; j < embedding.rows(); ++j) {
      normalizer += 1 / (1 + (embedding.row(i) - embedding.row(j)).squaredNorm());
    }
  }
  normalizer /= static_cast<double>(embedding.rows());
  dsne::Vector c = dsne::Vector::Zero(embedding.rows());
  for (Eigen::Index k = 0; k < affinities.neighbours.count; ++k) {
    const auto entry = static_cast<std::size_t>(row * affinities.neighbours.count + k);
    c(affinities.neighbours.indices[entry]) = affinities.values[entry];
  }
  double sum = 0;
  for (Eigen::Index j = 0; j < embedding.rows(); ++j) {
    const double q = 1 / (1 + (place - embedding.row(j)).squaredNorm()) / normalizer;
    sum += q - c(j) * std::log(q * normalizer);
  }
  return sum;
}

}  // namespace

TEST_CASE("a fit is the generalised KL divergence, its gradient that of finite differences") {
  const auto affinities = dsne::tsne::affinities_over_reference(new_points(), known_points());
  for (const Eigen::Index dimensions : {2, 3}) {
    const Matrix coordinates = known_coordinates(dimensions);
    const dsne::tsne::FinishedEmbedding embedding(coordinates);
    for (Eigen::Index row = 0; row < 5; ++row) {
      const Position place = dsne::tsne::random_coordinates(1, dimensions, 3.0, 19);
      const dsne::tsne::PlaceFit fit = embedding.fit(affinities, row, place);
      CHECK(fit.divergence ==
            doctest::Approx(divergence(affinities, row, coordinates, place)).epsilon(1e-12));
      const Position slope = differences(
          [&](const Position& at) { return divergence(affinities, row, coordinates, at); }, place,
          1e-5);
      for (Eigen::Index k = 0; k < dimensions; ++k) {
        CHECK(fit.gradient(k) == doctest::Approx(slope(k)).epsilon(1e-7).scale(0.01));
      }
    }
  }
}

TEST_CASE("affinities have perplexity 5 and sum to 1") {
  const auto affinities = dsne::tsne::affinities_over_reference(new_points(), known_points());
  REQUIRE(affinities.neighbours.count == 15);
  for (std::size_t i = 0; i < 25; ++i) {
    double sum = 0;
    double entropy = 0;
    for (std::size_t k = i * 15; k < (i + 1) * 15; ++k) {
      sum += affinities.values[k];
      if (affinities.values[k] > 0) {
        entropy -= affinities.values[k] * std::log(affinities.values[k]);
      }
    }
    CHECK(sum == doctest::Approx(1));
    CHECK(std::exp(entropy) == doctest::Approx(5).epsilon(1e-4));
  }
}

TEST_CASE("a point ends at a minimum better than its start") {
  const auto affinities = dsne::tsne::affinities_over_reference(new_points(), known_points());
  for (const Eigen::Index dimensions : {2, 3}) {
    const Matrix coordinates = known_coordinates(dimensions);
    const dsne::tsne::FinishedEmbedding embedding(coordinates);
    for (Eigen::Index row = 0; row < new_points().rows(); ++row) {
      const Position end = embedding.transform(affinities, row, plenty);
      const dsne::tsne::PlaceFit fit = embedding.fit(affinities, row, end);
      CHECK(fit.gradient.norm() <= 1e-4 * fit.curvature);
      const Position start = embedding.transform(affinities, row, 0);
      CHECK(start ==
            Position(coordinates.row(affinities.neighbours.indices[static_cast<std::size_t>(
                row * affinities.neighbours.count)])));
      CHECK(fit.divergence < embedding.fit(affinities, row, start).divergence);
    }
  }
}

TEST_CASE("a changed point changes no other point's coordinates") {
  const Matrix coordinates = known_coordinates(2);
  const Matrix before = dsne::tsne::transform(new_points(), known_points(), coordinates);
  Matrix changed = new_points();
  changed.row(7) << 1e3, -2, 0, 5, 1e-3;
  const Matrix after = dsne::tsne::transform(changed, known_points(), coordinates);
  CHECK(after.row(7) != before.row(7));
  CHECK(after.topRows(7) == before.topRows(7));
  CHECK(after.bottomRows(17) == before.bottomRows(17));
}

TEST_CASE("points in another order, or alone, get the same coordinates to the bit") {
  const Matrix coordinates = known_coordinates(3);
  const Matrix together = dsne::tsne::transform(new_points(), known_points(), coordinates);
  std::vector<Eigen::Index> order(25);
  std::iota(order.begin(), order.end(), 0);
  std::reverse(order.begin(), order.begin() + 20);
  CHECK(dsne::tsne::transform(new_points()(order, Eigen::all), known_points(), coordinates) ==
        together(order, Eigen::all));
  CHECK(dsne::tsne::transform(new_points().row(4), known_points(), coordinates) == together.row(4));
}

TEST_CASE("coordinates have the same bits with any number of threads") {
  const auto placed = [coordinates = known_coordinates(2)] {
    return dsne::tsne::transform(new_points(), known_points(), coordinates);
  };
  CHECK(with_threads(1, placed) == with_threads(3, placed));
}

TEST_CASE("a copy of a reference point lies nearer to it on the map than to most others") {
  const Matrix coordinates = known_coordinates(2);
  const Matrix copies = dsne::tsne::transform(known_points(), known_points(), coordinates);
  for (Eigen::Index i = 0; i < copies.rows(); ++i) {
    const dsne::Vector distances = (coordinates.rowwise() - copies.row(i)).rowwise().norm();
    const auto nearer = (distances.array() < distances(i)).count();
    CHECK(nearer < 15);
  }
}

TEST_CASE("far outliers and huge values get finite coordinates near the map") {
  for (const Eigen::Index dimensions : {2, 3}) {
    const Matrix coordinates = known_coordinates(dimensions);
    const double reach = coordinates.cwiseAbs().maxCoeff();
    for (const double size : {1e3, 1e8, 1e150, 1e200, 1e308}) {
      for (const Matrix& direction : {Matrix(Matrix::Ones(1, 5)), Matrix(-new_points().row(3)),
                                      Matrix(Matrix::Identity(1, 5))}) {
        const Matrix place = dsne::tsne::transform(
            direction / direction.cwiseAbs().maxCoeff() * size, known_points(), coordinates);
        CHECK(place.allFinite());
        CHECK(place.cwiseAbs().maxCoeff() <= 2 * reach);
      }
    }
  }
}

TEST_CASE("references of every small size, and of equal points, give finite coordinates") {
  for (const Eigen::Index size : {1, 2, 3, 4, 14, 16}) {
    for (const bool equal : {false, true}) {
      Matrix small = known_points().topRows(size);
      if (equal) small.rowwise() = known_points().row(0);
      const Matrix coordinates = known_coordinates(2).topRows(size);
      CHECK(dsne::tsne::transform(new_points(), small, coordinates).allFinite());
      CHECK(dsne::tsne::transform(small, small, coordinates).allFinite());
      const Matrix one_place = Matrix::Zero(size, 2);
      CHECK(dsne::tsne::transform(new_points(), small, one_place).allFinite());
    }
  }
}

TEST_CASE("a map too wide for squares of its coordinates keeps points on it") {
  for (const double size : {1e100, 1e160, 1e300}) {
    const Matrix coordinates = known_coordinates(2) * size;
    const Matrix placed = dsne::tsne::transform(new_points(), known_points(), coordinates);
    CHECK(placed.allFinite());
    CHECK(placed.cwiseAbs().maxCoeff() <= 2 * coordinates.cwiseAbs().maxCoeff());
  }
}
