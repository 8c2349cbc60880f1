#include "umap/graph.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "peer.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::umap::Graph;
using dsne::umap::Metric;

namespace {

Graph graph_of(const Matrix& points, Metric metric) {
  return fuzzy_union(dsne::umap::nearest_neighbours(points, 14, metric));
}

double by_definition(const Matrix& points, Eigen::Index i, Eigen::Index j, Metric metric) {
  if (metric == Metric::euclidean) return (points.row(i) - points.row(j)).norm();
  dsne::RowVector x = points.row(i);
  dsne::RowVector y = points.row(j);
  if (metric == Metric::correlation) {
    x.array() -= x.mean();
    y.array() -= y.mean();
  }
  return 1 - x.dot(y) / (x.norm() * y.norm());
}

}  // namespace

TEST_CASE("scales are umap-learn's, also for coincident points") {
  const auto neighbours =
      dsne::umap::nearest_neighbours(umap_learn_values("points", 6), 14, Metric::euclidean);
  const dsne::umap::Scales scales = dsne::umap::scales(neighbours);
  const Matrix peer = umap_learn_values("scales", 2);
  REQUIRE(peer.rows() == 180);
  CHECK((scales.nearest - peer.col(0)).cwiseAbs().maxCoeff() < 1e-6);
  CHECK((scales.widths - peer.col(1)).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("memberships are umap-learn's for each metric") {
  const Matrix points = umap_learn_values("points", 6);
  const std::pair<const char*, Metric> metrics[] = {{"graph_euclidean", Metric::euclidean},
                                                    {"graph_cosine", Metric::cosine},
                                                    {"graph_correlation", Metric::correlation}};
  for (const auto& [name, metric] : metrics) {
    Matrix expected = Matrix::Zero(points.rows(), points.rows());
    const Matrix pairs = umap_learn_values(name, 3);
    for (const auto& pair : pairs.rowwise()) {
      expected(static_cast<Eigen::Index>(pair[0]), static_cast<Eigen::Index>(pair[1])) = pair[2];
    }
    const std::string peer = name;
    CAPTURE(peer);
    CHECK(expected.sum() > 1000);
    const Matrix graph = dense(graph_of(points, metric));
    CHECK((graph - expected).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(graph == graph.transpose());
  }
}

TEST_CASE("coincident points have full membership") {
  const Graph graph = graph_of(Matrix::Ones(20, 3), Metric::euclidean);
  for (const double value : graph.values) CHECK(value == 1);
}

TEST_CASE("weak pairs are left out, and a graph's components are found") {
  Matrix points = dsne::tsne::random_coordinates(60, 2, 1, 3);
  points.bottomRows(20).array() += 1000;
  const Graph graph = graph_of(points, Metric::euclidean);
  const Graph strong = dsne::umap::without_weak(graph, 0.1);
  CHECK(strong.values.size() < graph.values.size());
  CHECK(strong.points() == 60);
  const Matrix expected =
      (dense(graph).array() >= 0.1 * dense(graph).maxCoeff()).select(dense(graph), 0.0);
  CHECK(dense(strong) == expected);
  const dsne::umap::Components parts = dsne::umap::components(graph);
  REQUIRE(parts.count == 2);
  const auto members = parts.members();
  CHECK(members[0].size() == 40);
  CHECK(members[1].front() == 40);
  CHECK(dense(dsne::umap::subgraph(graph, members[1])) == dense(graph).bottomRightCorner(20, 20));
}

TEST_CASE("the neighbours of each metric are the nearest by its definition") {
  const Matrix points = dsne::tsne::random_coordinates(60, 5, 1, 1).array() + 0.4;
  for (const Metric metric : {Metric::euclidean, Metric::cosine, Metric::correlation}) {
    const auto nearest = dsne::umap::nearest_neighbours(points, 7, metric);
    const Matrix all = dsne::umap::distances(points, metric);
    CHECK(nearest.points() == 60);
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      std::vector<double> others;
      for (Eigen::Index j = 0; j < points.rows(); ++j) {
        CHECK(all(i, j) == doctest::Approx(i == j ? 0 : by_definition(points, i, j, metric)));
        if (j != i) others.push_back(by_definition(points, i, j, metric));
      }
      std::sort(others.begin(), others.end());
      for (Eigen::Index k = 0; k < 7; ++k) {
        const auto at = static_cast<std::size_t>(i * 7 + k);
        CHECK(nearest.distances[at] == doctest::Approx(others[static_cast<std::size_t>(k)]));
        CHECK(nearest.distances[at] ==
              doctest::Approx(by_definition(points, i, nearest.indices[at], metric)));
      }
    }
  }
}

TEST_CASE("a point without a direction is at distance 1 from others, 0 from another without one") {
  Matrix points(4, 2);
  points << 0, 0, 1, 0, 0, 0, -3, 0;
  const Matrix cosine = dsne::umap::distances(points, Metric::cosine);
  CHECK(cosine(0, 1) == doctest::Approx(1));
  CHECK(cosine(0, 2) == 0);
  CHECK(cosine(1, 3) == doctest::Approx(2));
  points << 5, 5, 1, 0, 2, 2, 0, 1;
  const Matrix correlation = dsne::umap::distances(points, Metric::correlation);
  CHECK(correlation(0, 1) == doctest::Approx(1));
  CHECK(correlation(0, 2) == 0);
  CHECK(correlation(1, 3) == doctest::Approx(2));
}

TEST_CASE("the cosine of huge and of tiny points is that of their directions") {
  Matrix points(3, 2);
  points << 1e300, 0, 1e-300, 1e-300, 0, 2;
  const Matrix cosine = dsne::umap::distances(points, Metric::cosine);
  CHECK(cosine(0, 1) == doctest::Approx(1 - std::sqrt(0.5)));
  CHECK(cosine(0, 2) == doctest::Approx(1));
}
