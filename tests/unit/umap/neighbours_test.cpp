#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tsne/initialization.h"
#include "umap/graph.h"

using dsne::Matrix;
using dsne::umap::Metric;

namespace {

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
