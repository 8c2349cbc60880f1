#include "umap/objective.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "peer.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::umap::Curve;
using dsne::umap::Graph;

namespace {

const Curve default_curve = dsne::umap::fitted_curve(0.1, 1);

/// A graph of some points, over the sum of its memberships.
Graph some_graph(Eigen::Index points) {
  Graph graph = dsne::umap::fuzzy_union(
      dsne::tsne::nearest_neighbours(dsne::tsne::random_coordinates(points, 4, 1, 3), 6));
  const double sum = std::accumulate(graph.values.begin(), graph.values.end(), 0.0);
  for (double& value : graph.values) value /= sum;
  return graph;
}

/// J as its formula has it, in double.
double written_out(const Graph& graph, const Matrix& places, const Curve& by) {
  const Eigen::Index points = places.rows();
  const Matrix strength = dense(graph);
  const auto n = static_cast<double>(points);
  double sum = 0;
  for (Eigen::Index i = 0; i < points; ++i) {
    for (Eigen::Index j = 0; j < points; ++j) {
      if (i == j) continue;
      const double s = (places.row(i) - places.row(j)).squaredNorm();
      const auto similarity = [&](double at) { return 1 / (1 + by.a * std::pow(at, by.b)); };
      sum -= strength(i, j) * std::log(similarity(s)) +
             5 / (2 * n * n) * std::log(1 - similarity(s + dsne::umap::softening_of(by)));
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("UMAP's gradient is that of finite differences of its objective, written out") {
  const Graph graph = some_graph(40);
  for (const Eigen::Index dimensions : {2, 3}) {
    for (const Curve& by : {default_curve, dsne::umap::fitted_curve(0.5, 2)}) {
      const Matrix places = dsne::tsne::random_coordinates(40, dimensions, 3, 7);
      const Matrix gradient =
          dsne::tsne::gradient(attraction(graph, places, by), repulsion(places, by), 1);
      const Matrix slope =
          differences([&](const Matrix& at) { return written_out(graph, at, by); }, places, 1e-5);
      CHECK((gradient - slope).cwiseAbs().maxCoeff() < 1e-4 * slope.cwiseAbs().maxCoeff());
    }
  }
}

TEST_CASE("forces are finite for coincident and for distant points") {
  const Graph graph = some_graph(20);
  for (const double width : {0.0, 1e-20, 1e12}) {
    CAPTURE(width);
    const Matrix places = dsne::tsne::random_coordinates(20, 2, 1, 5) * width;
    CHECK(attraction(graph, places, default_curve).allFinite());
    CHECK(repulsion(places, default_curve).forces.allFinite());
  }
}
