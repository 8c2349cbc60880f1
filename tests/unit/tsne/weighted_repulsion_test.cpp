#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>

#include "tsne/initialization.h"
#include "tsne/pair_kernels.h"
#include "tsne/repulsion.h"
#include "tsne/tree_repulsion.h"

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

/// Groups of unequal width, centres `spread` apart.
Matrix grouped_points(Eigen::Index points, Eigen::Index dimensions, double spread) {
  const Matrix centres = random_coordinates(7, dimensions, spread, 5);
  Matrix coordinates = random_coordinates(points, dimensions, spread / 10, 7);
  for (Eigen::Index i = 0; i < points; ++i) {
    coordinates.row(i) = coordinates.row(i) * static_cast<double>(1 + i % 3) + centres.row(i % 7);
  }
  return coordinates;
}

/// The sums over all pairs in double, a point's own W in its weight.
dsne::tsne::TreeEffects exact_effects(const Matrix& places, const WeightedPoints& sources) {
  const Matrix columns = sources.coordinates.transpose();
  dsne::tsne::TreeEffects exact{Matrix(places.rows(), places.cols()), Vector(places.rows())};
  for (Eigen::Index i = 0; i < places.rows(); ++i) {
    const auto sum = dsne::tsne::point_repulsion(places.row(i).data(), columns, sources.weights);
    for (Eigen::Index k = 0; k < places.cols(); ++k) {
      exact.forces(i, k) = sum.force[static_cast<std::size_t>(k)];
    }
    exact.weights(i) = sum.weight;
  }
  return exact;
}

/// Very unequal weights, 1 to 400.
Vector weights_of(Eigen::Index points) {
  return Vector::LinSpaced(points, 0, static_cast<double>(points - 1)).unaryExpr([](double i) {
    return std::floor(1 + 399 * std::pow(std::sin(i), 6));
  });
}

/// Z of points alone that stand for several each, those at one place repelling each other.
double normalizer_of(const WeightedPoints& points) {
  const Vector& w = points.weights;
  return dsne::tsne::repulsion(points).z + (w.array() * (w.array() - 1)).sum();
}

/// On a map beside them.
Repulsion repulsion_beside(const Matrix& map, const WeightedPoints& others) {
  return dsne::tsne::repulsion(map, others, normalizer_of(others));
}

}  // namespace

TEST_CASE("the tree's sums over weighted points are those of all pairs to 1e-3") {
  for (const int dimensions : {2, 3}) {
    for (const double spread : {1e-4, 0.3, 3.0, 30.0, 300.0}) {
      CAPTURE(dimensions);
      CAPTURE(spread);
      const WeightedPoints points{grouped_points(1501, dimensions, spread), weights_of(1501)};
      const auto columns = dsne::tsne::centred_coordinates(points.coordinates);
      const auto tree = dsne::tsne::kd_tree(columns, points.weights.cast<float>());
      const auto found = dsne::tsne::tree_effects(tree, tree);
      const auto exact = exact_effects(points.coordinates, points);
      CHECK((found.forces - exact.forces).norm() < 1e-3 * exact.forces.norm());
      CHECK((found.weights - exact.weights).norm() < 3e-4 * exact.weights.norm());
    }
  }
}

TEST_CASE("many weighted points act by a tree, on each other and on the map's points") {
  const WeightedPoints points{grouped_points(4100, 2, 10), weights_of(4100)};
  const auto exact = exact_effects(points.coordinates, points);
  const Repulsion all = dsne::tsne::repulsion(points);
  CHECK((all.forces - exact.forces).norm() < 1e-3 * exact.forces.norm());
  const double z = points.weights.dot(exact.weights - points.weights);
  CHECK(all.z == doctest::Approx(z).epsilon(1e-4));

  const Matrix map = random_coordinates(4200, 2, 8, 23);
  const auto others = exact_effects(map, points);
  const Repulsion own = dsne::tsne::repulsion(map, Precision::full);
  const Repulsion seen = dsne::tsne::repulsion(map, points, z);
  CHECK((seen.forces - own.forces - others.forces).norm() < 1e-3 * seen.forces.norm());
  CHECK(seen.z == doctest::Approx(own.z + 2 * others.weights.sum() + z).epsilon(1e-4));
}

TEST_CASE("points of weight 1 repel as if they were the map's") {
  for (const int dimensions : {2, 3}) {
    const Matrix points = random_coordinates(70, dimensions, 5.0, 3);
    const Matrix others = random_coordinates(45, dimensions, 5.0, 5);
    const Repulsion all = dsne::tsne::repulsion(below(points, others), Precision::full);
    const Repulsion seen = repulsion_beside(points, {others, Vector::Ones(45)});
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
    const Repulsion seen = repulsion_beside(points, {others, Vector::Constant(9, 3)});
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
    CHECK(repulsion_beside(points, {others, weights}).z == doctest::Approx(expected).epsilon(2e-6));
  }
}

TEST_CASE("a map far from the origin is as exact as one around it") {
  const Matrix points = random_coordinates(70, 2, 5.0, 3);
  const Matrix others = random_coordinates(45, 2, 5.0, 5);
  const Vector weights = Vector::LinSpaced(45, 0.25, 4);
  const Matrix far = Matrix::Constant(70, 2, 1e5);
  const Repulsion near = repulsion_beside(points, {others, weights});
  const Repulsion moved = repulsion_beside(points + far, {others + far.topRows(45), weights});
  CHECK(moved.z == doctest::Approx(near.z).epsilon(2e-6));
  CHECK((moved.forces - near.forces).norm() < 2e-6 * near.forces.norm());
}

TEST_CASE("without others it is the map's own repulsion, to the bit") {
  const Matrix points = random_coordinates(50, 2, 5.0, 13);
  const Repulsion alone = dsne::tsne::repulsion(points, Precision::single);
  const Repulsion seen = dsne::tsne::repulsion(points, {Matrix(0, 2), Vector(0)}, 0);
  CHECK(seen.z == alone.z);
  CHECK(seen.forces == alone.forces);
}

TEST_CASE("the weighted repulsion has the same bits with any number of threads") {
  const Matrix points = random_coordinates(1500, 2, 5.0, 17);
  const WeightedPoints others{random_coordinates(3000, 2, 5.0, 19), Vector::Constant(3000, 1.25)};
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const Repulsion once = repulsion_beside(points, others);
  omp_set_num_threads(3);
  const Repulsion again = repulsion_beside(points, others);
  omp_set_num_threads(threads);
  CHECK(once.z == again.z);
  CHECK(once.forces == again.forces);
}

TEST_CASE("the weighted tree has the same bits with any number of threads") {
  const WeightedPoints points{grouped_points(4100, 3, 10), weights_of(4100)};
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const Repulsion once = dsne::tsne::repulsion(points);
  omp_set_num_threads(3);
  const Repulsion again = dsne::tsne::repulsion(points);
  omp_set_num_threads(threads);
  CHECK(once.z == again.z);
  CHECK(once.forces == again.forces);
}
