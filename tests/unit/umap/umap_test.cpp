#include "umap/umap.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "peer.h"
#include "sanitized.h"
#include "tsne/tsne.h"
#include "unit/threads.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::umap::Graph;
using dsne::umap::Options;

namespace {

constexpr Eigen::Index others = 15;

/// The share of each point's nearest others that are its nearest on the map.
double kept(const Matrix& points, const Matrix& places) {
  const auto in = dsne::tsne::nearest_neighbours(points, others);
  const auto out = dsne::tsne::nearest_neighbours(places, others);
  double sum = 0;
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const auto* first = in.indices.data() + i * others;
    const auto* second = out.indices.data() + i * others;
    sum += static_cast<double>(std::count_if(first, first + others, [&](std::uint32_t j) {
      return std::find(second, second + others, j) != second + others;
    }));
  }
  return sum / static_cast<double>(others * points.rows());
}

/// UMAP's loss over all pairs, as tests/data/umap/make.py has it.
double cross_entropy(const Graph& graph, const Matrix& places) {
  const dsne::umap::Curve curve = dsne::umap::fitted_curve(0.1, 1);
  const Eigen::Index points = graph.points();
  const Matrix strength = dense(graph);
  double sum = 0;
  for (Eigen::Index i = 0; i < points; ++i) {
    for (Eigen::Index j = 0; j < points; ++j) {
      if (i == j) continue;
      const double squared = (places.row(i) - places.row(j)).squaredNorm();
      const double q = std::clamp(1 / (1 + curve.a * std::pow(squared, curve.b)), 1e-4, 1 - 1e-4);
      sum -= strength(i, j) * std::log(q) + (1 - strength(i, j)) * std::log(1 - q);
    }
  }
  return sum;
}

/// Cross-entropy and neighbours kept, on average over maps with as many seeds, are no worse than
/// umap-learn's of 20 seeds by more than `tolerance` of these' standard deviations.
void check_as_good_as_umap_learn(const Matrix& points, const std::string& name, int seeds,
                                 double tolerance) {
  const Matrix peer = umap_learn_values(name, 2);
  REQUIRE(peer.rows() == 20);
  const RowVector mean = peer.colwise().mean();
  const RowVector deviation =
      ((peer.rowwise() - mean).colwise().squaredNorm() / static_cast<double>(peer.rows() - 1))
          .cwiseSqrt();
  const Graph graph = dsne::umap::fuzzy_union(dsne::tsne::nearest_neighbours(points, 14));
  double entropy = 0;
  double share = 0;
  Options options;
  for (int i = 0; i < seeds; ++i) {
    options.seed = static_cast<std::uint64_t>(i);
    const Matrix places = dsne::umap::umap(points, options);
    entropy += cross_entropy(graph, places) / seeds;
    share += kept(points, places) / seeds;
  }
  CHECK(entropy < mean(0) + tolerance * deviation(0));
  CHECK(share > mean(1) - tolerance * deviation(1));
}

}  // namespace

TEST_CASE("maps are as good as umap-learn's, within its own spread over seeds") {
  const Matrix points = umap_learn_values("map_points", 3);
  REQUIRE(points.rows() == 450);
  check_as_good_as_umap_learn(points, "quality", 4, 2);
}

TEST_CASE("maps of few points are as good as umap-learn's") {
  const Matrix points = umap_learn_values("map_points", 3);
  const int seeds = sanitized ? 10 : 100;
  const double tolerance = sanitized ? 1.5 : 0.5;
  for (const int step : {9, 18}) {
    const Matrix few = points(Eigen::seq(0, Eigen::last, step), Eigen::all);
    check_as_good_as_umap_learn(few, "quality_" + std::to_string(few.rows()), seeds, tolerance);
  }
}

TEST_CASE(
    "a map is the same bit for bit with any number of threads, and another with another seed") {
  const Matrix points = dsne::tsne::random_coordinates(5100, 4, 1, 1);
  Options options;
  options.epochs = sanitized ? 3 : 12;
  const auto map = [&] { return dsne::umap::umap(points, options); };
  const Matrix one = with_threads(1, map);
  CHECK(one == with_threads(3, map));
  options.seed = 2;
  CHECK(dsne::umap::umap(points, options) != one);
}

TEST_CASE("a layout places neighbours together, also in three dimensions") {
  Matrix points = dsne::tsne::random_coordinates(120, 4, 1, 5);
  points.topRows(60).array() += 30;
  for (const Eigen::Index dimensions : {2, 3}) {
    Options options;
    options.dimensions = dimensions;
    options.epochs = 100;
    const Matrix places = dsne::umap::umap(points, options);
    REQUIRE(places.cols() == dimensions);
    const auto nearest = dsne::tsne::nearest_neighbours(places, 10);
    for (std::size_t k = 0; k < nearest.indices.size(); ++k) {
      CHECK((k / 10 < 60) == (nearest.indices[k] < 60));
    }
  }
}

TEST_CASE("the number of epochs is the wanted one, or follows from the number of points") {
  Options options;
  CHECK(epochs(options, 10'000) == 500);
  CHECK(epochs(options, 10'001) == 200);
  options.epochs = 7;
  CHECK(epochs(options, 10'001) == 7);
}

TEST_CASE("maps of very few points, and of coincident points, are finite") {
  for (const Eigen::Index count : {1, 2, 3, 5, 16}) {
    CAPTURE(count);
    const Matrix places = dsne::umap::umap(dsne::tsne::random_coordinates(count, 3, 1, 1), {});
    CHECK(places.rows() == count);
    CHECK(places.cols() == 2);
    CHECK(places.allFinite());
  }
  CHECK(dsne::umap::umap(Matrix::Ones(40, 3), {}).allFinite());
  CHECK(dsne::umap::umap(Matrix::Ones(40, 3) * 1e200, {}).allFinite());
  CHECK(dsne::umap::umap(Matrix(0, 3), {}).rows() == 0);
}
