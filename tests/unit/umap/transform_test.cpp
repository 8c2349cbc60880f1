#include <doctest/doctest.h>

#include <cmath>

#include "peer.h"
#include "tsne/tsne.h"
#include "umap/umap.h"
#include "unit/threads.h"

using dsne::Matrix;
using dsne::tsne::Position;
using dsne::umap::Curve;
using dsne::umap::FinishedUmap;

namespace {

constexpr Eigen::Index neighbours = 15;
constexpr Eigen::Index peer_seeds = 20;

Curve map_curve() { return dsne::umap::fitted_curve(0.1, 1); }

Matrix placed(const Matrix& points, const Matrix& reference, const Matrix& coordinates) {
  return dsne::tsne::transform(dsne::umap::memberships_over(points, reference, neighbours),
                               FinishedUmap(coordinates, map_curve()));
}

Matrix placed_on_peers_map(const Matrix& points) {
  return placed(points, umap_learn_values("map_points", 3), umap_learn_values("finished_map", 2));
}

}  // namespace

TEST_CASE("memberships of new points are umap-learn's, divided by their sum") {
  const Matrix points = umap_learn_values("new_points", 3);
  const Matrix reference = umap_learn_values("map_points", 3);
  Matrix expected = Matrix::Zero(points.rows(), reference.rows());
  const Matrix pairs = umap_learn_values("new_memberships", 3);
  REQUIRE(pairs.rows() == points.rows() * neighbours);
  for (const auto& pair : pairs.rowwise()) {
    expected(static_cast<Eigen::Index>(pair[0]), static_cast<Eigen::Index>(pair[1])) = pair[2];
  }
  const auto rows = dsne::umap::memberships_over(points, reference, neighbours);
  REQUIRE(rows.points() == points.rows());
  for (std::size_t k = 0; k < rows.values.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k) / neighbours;
    const double peer = expected(row, rows.neighbours.indices[k]) / expected.row(row).sum();
    CHECK(std::abs(rows.values[k] - peer) < 1e-5);
  }
}

TEST_CASE("new points are placed like umap-learn's transform, within its own spread") {
  const Matrix points = umap_learn_values("new_points", 3);
  const Matrix peers = umap_learn_values("new_places", 2 * peer_seeds);
  REQUIRE(peers.rows() == points.rows());
  Matrix mean = Matrix::Zero(points.rows(), 2);
  for (Eigen::Index seed = 0; seed < peer_seeds; ++seed) {
    mean += peers.middleCols(2 * seed, 2) / peer_seeds;
  }
  const auto from_mean = [&](const Matrix& places) -> double {
    return (places - mean).rowwise().norm().mean();
  };
  double furthest = 0;
  for (Eigen::Index seed = 0; seed < peer_seeds; ++seed) {
    furthest = std::max(furthest, from_mean(peers.middleCols(2 * seed, 2)));
  }
  CHECK(from_mean(placed_on_peers_map(points)) < furthest);
}

TEST_CASE("a fit's gradient on a map by UMAP is that of finite differences") {
  for (const Eigen::Index dimensions : {2, 3}) {
    const Matrix coordinates = dsne::tsne::random_coordinates(60, dimensions, 4, 17);
    const FinishedUmap map(coordinates, map_curve());
    const auto affinities =
        dsne::umap::memberships_over(dsne::tsne::random_coordinates(5, 4, 1, 13),
                                     dsne::tsne::random_coordinates(60, 4, 1, 11), neighbours);
    for (Eigen::Index row = 0; row < 5; ++row) {
      const Position place = dsne::tsne::random_coordinates(1, dimensions, 3, 19);
      const dsne::tsne::PlaceFit fit = map.fit(affinities, row, place);
      const Position slope = differences(
          [&](const Position& at) { return map.fit(affinities, row, at).divergence; }, place, 0.01);
      CHECK((fit.gradient - slope).cwiseAbs().maxCoeff() < 0.01 * (1 + fit.gradient.norm()));
    }
  }
}

TEST_CASE(
    "a point's position on a map by UMAP depends on no other point, with any number of threads") {
  const Matrix points = umap_learn_values("new_points", 3);
  Matrix many(4 * points.rows(), 3);
  many << points, 2 * points, Matrix(-points), Matrix(points.array() * 1e6);
  const Matrix alone = placed_on_peers_map(points);
  const Matrix together = with_threads(3, [&] { return placed_on_peers_map(many); });
  CHECK(together.topRows(points.rows()) == alone);
  CHECK(placed_on_peers_map(points.row(7)) == alone.row(7));
}

TEST_CASE("a descent on a map by UMAP ends no higher than it began") {
  const Matrix points = umap_learn_values("new_points", 3);
  const FinishedUmap map(umap_learn_values("finished_map", 2), map_curve());
  const auto affinities =
      dsne::umap::memberships_over(points, umap_learn_values("map_points", 3), neighbours);
  for (Eigen::Index row = 0; row < points.rows(); ++row) {
    const double first = map.fit(affinities, row, map.start(affinities, row)).divergence;
    const Position place = map.transform(affinities, row, dsne::tsne::transform_iterations);
    CHECK(map.fit(affinities, row, place).divergence <= first);
  }
}

TEST_CASE("coordinates on a map by UMAP are finite, for any data") {
  const Matrix points = dsne::tsne::random_coordinates(10, 3, 1, 1);
  const Matrix places = dsne::tsne::random_coordinates(10, 2, 5, 2);
  for (const double factor : {0.0, 1e-200, 1e100, 1e200}) {
    CAPTURE(factor);
    CHECK(placed(points * factor, points, places).allFinite());
    CHECK(placed(points, points * factor, places).allFinite());
    CHECK(placed(points, points, places * std::min(factor, 1e100)).allFinite());
  }
  CHECK(placed(points, points.topRows(1), places.topRows(1)).allFinite());
  CHECK(placed(points, points, Matrix::Zero(10, 2)).isZero());
}
