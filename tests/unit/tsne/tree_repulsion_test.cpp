#include "tsne/tree_repulsion.h"

#include <doctest/doctest.h>
#include <omp.h>

#include "tsne/gradient.h"
#include "tsne/initialization.h"
#include "tsne/kd_tree.h"

using dsne::Matrix;
using dsne::tsne::Precision;
using dsne::tsne::Repulsion;

namespace {

/// Groups of unequal width, the centres `spread` apart.
Matrix groups(Eigen::Index points, Eigen::Index dimensions, double spread) {
  const Matrix centres = dsne::tsne::random_coordinates(7, dimensions, spread, 5);
  Matrix coordinates = dsne::tsne::random_coordinates(points, dimensions, spread / 10, 7);
  for (Eigen::Index i = 0; i < points; ++i) {
    coordinates.row(i) = coordinates.row(i) * (1 + i % 3) + centres.row(i % 7);
  }
  return coordinates;
}

void check_near(const Repulsion& found, const Repulsion& expected, double error) {
  CHECK((found.forces - expected.forces).norm() <= error * expected.forces.norm());
  CHECK(found.z == doctest::Approx(expected.z).epsilon(error));
}

}  // namespace

TEST_CASE("the tree's repulsion is that of all pairs to 1e-3, on maps of any width") {
  for (const Eigen::Index dimensions : {2, 3}) {
    for (const double spread : {1e-4, 0.3, 3.0, 30.0, 300.0}) {
      CAPTURE(dimensions);
      CAPTURE(spread);
      const Matrix coordinates = groups(1501, dimensions, spread);
      check_near(dsne::tsne::tree_repulsion(coordinates),
                 dsne::tsne::repulsion(coordinates, Precision::full), 1e-3);
    }
  }
}

TEST_CASE("the tree's error is much smaller where the map is tiny") {
  const Matrix coordinates = groups(1000, 2, 1e-4);
  check_near(dsne::tsne::tree_repulsion(coordinates),
             dsne::tsne::repulsion(coordinates, Precision::full), 1e-6);
}

TEST_CASE("the tree takes any number of points, odd ones included") {
  for (const Eigen::Index points : {1, 2, 63, 64, 65, 129, 257}) {
    for (const Eigen::Index dimensions : {2, 3}) {
      CAPTURE(points);
      const Matrix coordinates = groups(points, dimensions, 10);
      check_near(dsne::tsne::tree_repulsion(coordinates),
                 dsne::tsne::repulsion(coordinates, Precision::full), 1e-3);
    }
  }
}

TEST_CASE("duplicates, points on a line and far outliers work with the tree") {
  Matrix duplicates = groups(600, 2, 20);
  duplicates.topRows(400).rowwise() = duplicates.row(0).eval();
  Matrix line = groups(600, 3, 20);
  line.rightCols(2).setZero();
  Matrix outliers = groups(600, 2, 20);
  outliers.row(17) *= 1e4;
  outliers.row(18) *= -1e4;
  for (const Matrix& coordinates : {duplicates, line, outliers}) {
    check_near(dsne::tsne::tree_repulsion(coordinates),
               dsne::tsne::repulsion(coordinates, Precision::full), 2e-3);
  }
}

TEST_CASE("points that all coincide repel each other with a weight of 1 and no force") {
  const Repulsion found = dsne::tsne::tree_repulsion(Matrix::Constant(300, 2, 1.5));
  CHECK(found.forces.norm() == 0);
  CHECK(found.z == 300.0 * 299.0);
}

TEST_CASE("coordinates too far apart for their squares give finite forces") {
  for (const Eigen::Index dimensions : {2, 3}) {
    for (const double size : {1e10, 1e14, 1e150}) {
      const Matrix coordinates = groups(500, dimensions, size);
      const Repulsion found = dsne::tsne::tree_repulsion(coordinates);
      CHECK(found.forces.allFinite());
      CHECK(found.z >= 0);
    }
  }
}

TEST_CASE("the tree's repulsion has the same bits with one thread and with many") {
  const Matrix coordinates = groups(2000, 3, 10);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const Repulsion one = dsne::tsne::tree_repulsion(coordinates);
  omp_set_num_threads(4);
  const Repulsion four = dsne::tsne::tree_repulsion(coordinates);
  omp_set_num_threads(threads);
  CHECK(one.z == four.z);
  CHECK(one.forces == four.forces);
}

TEST_CASE("large maps use the tree, small ones all pairs, and both nearly agree") {
  const Matrix large = groups(4000, 2, 10);
  const Repulsion chosen = dsne::tsne::repulsion(large, Precision::single);
  CHECK(chosen.forces == dsne::tsne::tree_repulsion(large).forces);
  const Matrix small = large.topRows(3999);
  const Repulsion pairs = dsne::tsne::repulsion(small, Precision::single);
  check_near(dsne::tsne::tree_repulsion(small), pairs, 1e-3);
  CHECK(pairs.forces != dsne::tsne::tree_repulsion(small).forces);
  CHECK(dsne::tsne::normalizer(small) == dsne::tsne::repulsion(small, Precision::full).z);
}

TEST_CASE("a tree's leaves hold every point once, within their boxes") {
  const Matrix coordinates = groups(333, 3, 5);
  const dsne::tsne::KdTree tree = dsne::tsne::kd_tree(dsne::tsne::centred_coordinates(coordinates));
  std::vector<int> seen(333, 0);
  for (const std::uint32_t point : tree.order) ++seen[point];
  CHECK(seen == std::vector<int>(333, 1));
  std::uint32_t next = 0;
  for (std::size_t k = tree.first_leaf(); k < tree.cells.size(); ++k) {
    const dsne::tsne::Cell& leaf = tree.cells[k];
    CHECK(leaf.begin == next);
    CHECK(leaf.end - leaf.begin <= 64);
    CHECK(leaf.end - leaf.begin >= 32);
    next = leaf.end;
    for (std::uint32_t i = leaf.begin; i < leaf.end; ++i) {
      const dsne::tsne::FloatPlace place = dsne::tsne::place_at(tree.coordinates, i);
      for (std::size_t d = 0; d < 3; ++d) {
        CHECK(leaf.low[d] <= place[d]);
        CHECK(place[d] <= leaf.high[d]);
      }
    }
  }
  CHECK(next == 333);
}
