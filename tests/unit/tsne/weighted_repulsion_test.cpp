#include "tsne/weighted_repulsion.h"

#include <doctest/doctest.h>
#include <omp.h>

#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::tsne::Precision;
using dsne::tsne::random_coordinates;
using dsne::tsne::Repulsion;
using dsne::tsne::WeightedPoints;

namespace {

Matrix below(const Matrix& above, const Matrix& under) {
  Matrix all(above.rows() + under.rows(), above.cols());
  all << above, under;
  return all;
}

}  // namespace

TEST_CASE("points of weight 1 repel as if they were the map's") {
  for (const int dimensions : {2, 3}) {
    const Matrix points = random_coordinates(70, dimensions, 5.0, 3);
    const Matrix others = random_coordinates(45, dimensions, 5.0, 5);
    const Repulsion all = dsne::tsne::repulsion(below(points, others), Precision::full);
    const Repulsion seen = dsne::tsne::repulsion(points, {others, Vector::Ones(45)});
    CHECK(seen.z == doctest::Approx(all.z).epsilon(2e-6));
    CHECK((seen.forces - all.forces.topRows(70)).norm() < 2e-6 * all.forces.norm());
  }
}

TEST_CASE("a point of weight 3 repels as three points at its place") {
  for (const int dimensions : {2, 3}) {
    const Matrix points = random_coordinates(40, dimensions, 2.0, 7);
    const Matrix others = random_coordinates(9, dimensions, 2.0, 11);
    const Repulsion thrice =
        dsne::tsne::repulsion(below(points, below(others, below(others, others))), Precision::full);
    const Repulsion seen = dsne::tsne::repulsion(points, {others, Vector::Constant(9, 3)});
    CHECK(seen.z == doctest::Approx(thrice.z).epsilon(2e-6));
    CHECK((seen.forces - thrice.forces.topRows(40)).norm() < 2e-6 * thrice.forces.norm());
  }
}

TEST_CASE("Z counts each pair as often as its weights say") {
  for (const int dimensions : {2, 3}) {
    const Matrix points = random_coordinates(1, dimensions, 2.0, 3);
    const Matrix others = random_coordinates(21, dimensions, 2.0, 5);
    const Vector weights = Vector::LinSpaced(21, 0.25, 4);
    double expected = 0;
    for (Eigen::Index i = 0; i < 21; ++i) {
      expected += 2 * weights(i) / (1 + (points.row(0) - others.row(i)).squaredNorm());
      expected -= weights(i);
      for (Eigen::Index j = 0; j < 21; ++j) {
        expected += weights(i) * weights(j) / (1 + (others.row(i) - others.row(j)).squaredNorm());
      }
    }
    CHECK(dsne::tsne::repulsion(points, {others, weights}).z ==
          doctest::Approx(expected).epsilon(2e-6));
  }
}

TEST_CASE("a map far from the origin is seen as exactly as one around it") {
  const Matrix points = random_coordinates(70, 2, 5.0, 3);
  const Matrix others = random_coordinates(45, 2, 5.0, 5);
  const Vector weights = Vector::LinSpaced(45, 0.25, 4);
  const Matrix far = Matrix::Constant(70, 2, 1e5);
  const Repulsion near = dsne::tsne::repulsion(points, {others, weights});
  const Repulsion moved = dsne::tsne::repulsion(points + far, {others + far.topRows(45), weights});
  CHECK(moved.z == doctest::Approx(near.z).epsilon(2e-6));
  CHECK((moved.forces - near.forces).norm() < 2e-6 * near.forces.norm());
}

TEST_CASE("without others it is the map's own repulsion, to the bit") {
  const Matrix points = random_coordinates(50, 2, 5.0, 13);
  const Repulsion alone = dsne::tsne::repulsion(points, Precision::single);
  const Repulsion seen = dsne::tsne::repulsion(points, {Matrix(0, 2), Vector(0)});
  CHECK(seen.z == alone.z);
  CHECK(seen.forces == alone.forces);
}

TEST_CASE("the weighted repulsion has the same bits whatever the number of threads") {
  const Matrix points = random_coordinates(1500, 2, 5.0, 17);
  const WeightedPoints others{random_coordinates(3000, 2, 5.0, 19), Vector::Constant(3000, 1.25)};
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const Repulsion once = dsne::tsne::repulsion(points, others);
  omp_set_num_threads(3);
  const Repulsion again = dsne::tsne::repulsion(points, others);
  omp_set_num_threads(threads);
  CHECK(once.z == again.z);
  CHECK(once.forces == again.forces);
}
