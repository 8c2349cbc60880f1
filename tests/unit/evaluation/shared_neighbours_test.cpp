#include "tools/evaluation/shared_neighbours.h"

#include <doctest/doctest.h>

#include "tsne/initialization.h"

using dsne::Matrix;

TEST_CASE("points on a line share the neighbours that a count by hand finds") {
  Matrix points(5, 1);
  points << 0, 1, 3, 7, 15;
  // Nearest two: {1, 2}, {0, 2}, {1, 0}, {2, 1}, {3, 2}; they weigh 3 and 2.
  const dsne::evaluation::SharedNeighbours space = dsne::evaluation::shared_neighbours(points, 2);
  CHECK(space.self_similarity == 13);
  const Matrix all = dsne::evaluation::mean_similarities(space, {{0}, {1}, {2}, {3}, {4}});
  Matrix expected(5, 5);
  expected << 13, 4, 9, 12, 4,  //
      4, 13, 6, 6, 4,           //
      9, 6, 13, 6, 0,           //
      12, 6, 6, 13, 6,          //
      4, 4, 0, 6, 13;
  CHECK((13 * all - expected).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(space.similarities[0] == all(0, 1));
  CHECK(space.similarities[1] == all(0, 2));
  CHECK(space.similarities[8] == all(4, 3));
}

TEST_CASE("the similarity of groups is the mean over their points") {
  const dsne::evaluation::SharedNeighbours space =
      dsne::evaluation::shared_neighbours(dsne::tsne::random_coordinates(30, 3, 1, 5), 6);
  const std::vector<dsne::evaluation::PointGroup> groups = {{0, 4, 9}, {1, 2}, {29}};
  std::vector<dsne::evaluation::PointGroup> points;
  for (Eigen::Index i = 0; i < 30; ++i) points.push_back({i});
  const Matrix all = dsne::evaluation::mean_similarities(space, points);
  const Matrix means = dsne::evaluation::mean_similarities(space, groups);
  for (Eigen::Index a = 0; a < 3; ++a) {
    for (Eigen::Index b = 0; b < 3; ++b) {
      const auto& rows = groups[static_cast<std::size_t>(a)];
      const auto& columns = groups[static_cast<std::size_t>(b)];
      CHECK(means(a, b) == doctest::Approx(all(rows, columns).mean()));
    }
  }
}
