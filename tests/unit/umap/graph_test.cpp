#include "umap/graph.h"

#include <doctest/doctest.h>

#include "peer.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::umap::Graph;

namespace {

Graph graph_of(const Matrix& points) {
  return dsne::umap::fuzzy_union(dsne::tsne::nearest_neighbours(points, 14));
}

}  // namespace

TEST_CASE("scales are umap-learn's, also for coincident points") {
  const auto neighbours = dsne::tsne::nearest_neighbours(umap_learn_values("points", 6), 14);
  const dsne::umap::Scales scales = dsne::umap::scales(neighbours);
  const Matrix peer = umap_learn_values("scales", 2);
  REQUIRE(peer.rows() == 180);
  CHECK((scales.nearest - peer.col(0)).cwiseAbs().maxCoeff() < 1e-6);
  CHECK((scales.widths - peer.col(1)).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("memberships are umap-learn's") {
  const Matrix points = umap_learn_values("points", 6);
  Matrix expected = Matrix::Zero(points.rows(), points.rows());
  const Matrix pairs = umap_learn_values("graph", 3);
  for (const auto& pair : pairs.rowwise()) {
    expected(static_cast<Eigen::Index>(pair[0]), static_cast<Eigen::Index>(pair[1])) = pair[2];
  }
  CHECK(expected.sum() > 1000);
  const Matrix graph = dense(graph_of(points));
  CHECK((graph - expected).cwiseAbs().maxCoeff() < 1e-5);
  CHECK(graph == graph.transpose());
}

TEST_CASE("coincident points have full membership") {
  const Graph graph = graph_of(Matrix::Ones(20, 3));
  for (const double value : graph.values) CHECK(value == 1);
}

TEST_CASE("weak pairs are left out, and a graph's components are found") {
  Matrix points = dsne::tsne::random_coordinates(60, 2, 1, 3);
  points.bottomRows(20).array() += 1000;
  const Graph graph = graph_of(points);
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
