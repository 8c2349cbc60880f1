#include "tsne/repulsion.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tsne/tree_repulsion.h"
#include "tsne/tsne.h"
#include "unit/threads.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::tsne::Precision;
using dsne::tsne::random_coordinates;
using dsne::tsne::Repulsion;
using dsne::tsne::WeightedPoints;

namespace {

/// Groups of unequal width, the centres `spread` apart.
Matrix groups(Eigen::Index points, Eigen::Index dimensions, double spread) {
  const Matrix centres = random_coordinates(7, dimensions, spread, 5);
  Matrix coordinates = random_coordinates(points, dimensions, spread / 10, 7);
  for (Eigen::Index i = 0; i < points; ++i) {
    coordinates.row(i) = coordinates.row(i) * (1 + i % 3) + centres.row(i % 7);
  }
  return coordinates;
}

void check_near(const Repulsion& found, const Repulsion& expected, double error) {
  CHECK((found.forces - expected.forces).norm() <= error * expected.forces.norm());
  CHECK(found.z == doctest::Approx(expected.z).epsilon(error));
}

Matrix below(const Matrix& above, const Matrix& under) {
  Matrix all(above.rows() + under.rows(), above.cols());
  all << above, under;
  return all;
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

/// Computes a repulsion with one thread and with three.
template <typename Compute>
void check_same_bits(const Compute& compute) {
  const Repulsion once = with_threads(1, compute);
  const Repulsion again = with_threads(3, compute);
  CHECK(once.z == again.z);
  CHECK(once.forces == again.forces);
}

}  // namespace

TEST_CASE("repulsion in single precision nearly equals that in double") {
  for (const Eigen::Index points : {2, 7, 64, 1023, 1026, 2100}) {
    for (const Eigen::Index dimensions : {2, 3}) {
      for (const auto& [deviation, error] :
           {std::pair{1e-4, 3e-6}, std::pair{1.0, 3e-6}, std::pair{50.0, 1e-5}}) {
        const double spread = deviation;
        CAPTURE(points);
        CAPTURE(spread);
        Matrix y = random_coordinates(points, dimensions, spread, 37);
        y.array() += 100 * spread;
        y.row(points / 2) = y.row(0);
        const dsne::tsne::Repulsion fast = dsne::tsne::repulsion(y, Precision::single);
        const dsne::tsne::Repulsion exact = dsne::tsne::repulsion(y, Precision::full);
        CHECK((fast.forces - exact.forces).norm() <= error * exact.forces.norm());
        CHECK(fast.z == doctest::Approx(exact.z).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("every repulsion has the same bits with any number of threads") {
  const Matrix map = random_coordinates(2500, 2, 5.0, 67);
  const Matrix tree = groups(2000, 3, 10);
  const WeightedPoints pairs{random_coordinates(1700, 2, 5.0, 19), Vector::Constant(1700, 1.25)};
  const WeightedPoints many{groups(4100, 3, 10), weights_of(4100)};
  check_same_bits([&] { return dsne::tsne::repulsion(map, Precision::single); });
  check_same_bits([&] { return dsne::tsne::repulsion(map, Precision::full); });
  check_same_bits([&] { return dsne::tsne::tree_repulsion(tree); });
  check_same_bits([&] { return repulsion_beside(map, pairs); });
  check_same_bits([&] { return dsne::tsne::repulsion(many); });
}

TEST_CASE("the tree's repulsion is that of all pairs to 1e-3, on any map") {
  struct Case {
    std::string map;
    Matrix coordinates;
    double error = 1e-3;
  };
  std::vector<Case> cases = {{"tiny", groups(1000, 2, 1e-4), 1e-6}};
  for (const Eigen::Index dimensions : {2, 3}) {
    const std::string in = " in " + std::to_string(dimensions) + " dimensions";
    for (const double spread : {1e-4, 0.3, 3.0, 30.0, 300.0}) {
      cases.push_back({std::to_string(spread) + " wide" + in, groups(1501, dimensions, spread)});
    }
    for (const Eigen::Index points : {1, 2, 63, 64, 65, 129, 257}) {
      cases.push_back({std::to_string(points) + " points" + in, groups(points, dimensions, 10)});
    }
  }
  Matrix duplicates = groups(600, 2, 20);
  duplicates.topRows(400).rowwise() = duplicates.row(0).eval();
  cases.push_back({"duplicates", duplicates, 2e-3});
  Matrix line = groups(600, 3, 20);
  line.rightCols(2).setZero();
  cases.push_back({"a line", line, 2e-3});
  Matrix outliers = groups(600, 2, 20);
  outliers.row(17) *= 1e4;
  outliers.row(18) *= -1e4;
  cases.push_back({"far outliers", outliers, 2e-3});
  for (const Case& each : cases) {
    CAPTURE(each.map);
    check_near(dsne::tsne::tree_repulsion(each.coordinates),
               dsne::tsne::repulsion(each.coordinates, Precision::full), each.error);
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
  const dsne::tsne::KdTree tree = dsne::tsne::kd_tree(dsne::tsne::centred_coordinates(coordinates),
                                                      dsne::tsne::FloatWeights::Ones(333));
  std::vector<int> seen(333, 0);
  for (const std::uint32_t point : tree.order) ++seen[point];
  CHECK(seen == std::vector<int>(333, 1));
  std::uint32_t next = 0;
  for (std::size_t k = tree.first_leaf(); k < tree.cells.size(); ++k) {
    const dsne::tsne::TreeCell& leaf = tree.cells[k];
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

TEST_CASE("the tree's sums over weighted points are those of all pairs to 1e-3") {
  for (const int dimensions : {2, 3}) {
    for (const double spread : {1e-4, 0.3, 3.0, 30.0, 300.0}) {
      CAPTURE(dimensions);
      CAPTURE(spread);
      const WeightedPoints points{groups(1501, dimensions, spread), weights_of(1501)};
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
  const WeightedPoints points{groups(4100, 2, 10), weights_of(4100)};
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

TEST_CASE("a point of weight 1 repels as if it were the map's, one of weight 3 as three there") {
  for (const int dimensions : {2, 3}) {
    const Matrix points = random_coordinates(70, dimensions, 5.0, 3);
    const Matrix others = random_coordinates(45, dimensions, 5.0, 5);
    for (const auto& [weight, repeated] :
         {std::pair(1.0, others), {3.0, below(others, below(others, others))}}) {
      const Repulsion all = dsne::tsne::repulsion(below(points, repeated), Precision::full);
      const Repulsion seen = repulsion_beside(points, {others, Vector::Constant(45, weight)});
      CHECK(seen.z == doctest::Approx(all.z).epsilon(2e-6));
      CHECK((seen.forces - all.forces.topRows(70)).norm() < 2e-6 * all.forces.norm());
    }
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
