#include "methods/embedding/initial_coordinates.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/matrix.h"
#include "tsne/tsne.h"

using dsne::Matrix;

namespace {

/// Points around a centre at `centre` along the first of five features.
Matrix cloud(Eigen::Index points, double centre, std::uint64_t seed) {
  Matrix result = dsne::tsne::random_coordinates(points, 5, 1.0, seed);
  result.col(0).array() += centre;
  return result;
}

/// Two clouds with places around (-10, 0) and (10, 0).
Matrix clouds_data() { return dsne::stacked(cloud(60, -6, 3), cloud(60, 6, 5)); }

Matrix clouds_coordinates() {
  Matrix coordinates = dsne::tsne::random_coordinates(120, 2, 1.0, 7);
  coordinates.col(0).head(60).array() -= 10;
  coordinates.col(0).tail(60).array() += 10;
  return coordinates;
}

}  // namespace

TEST_CASE("a point is placed among similar reference points") {
  const Matrix own = dsne::stacked(cloud(20, -6, 11), cloud(20, 6, 13));
  const Matrix placed =
      dsne::methods::placed_by_neighbours(own, clouds_data(), clouds_coordinates());
  CHECK((placed.col(0).head(20).array() < -5).all());
  CHECK((placed.col(0).tail(20).array() > 5).all());
}

TEST_CASE("a point whose nearest reference points lie elsewhere is placed with its neighbours") {
  // A stray of the left places has the data of the right cloud, and one own point is its copy.
  Matrix strayed = clouds_coordinates();
  strayed.row(70) << -10, 0;
  const Matrix data = clouds_data();
  const Matrix own = dsne::stacked(data.row(70), cloud(30, 6, 17));
  const Matrix by_reference = dsne::tsne::transform(own, data, strayed);
  const Matrix by_neighbours = dsne::methods::placed_by_neighbours(own, data, strayed);
  CHECK(by_reference(0, 0) < 0);
  CHECK(by_neighbours(0, 0) > 5);
}

TEST_CASE("points that are not represented in the reference are found") {
  const Matrix own = dsne::stacked(cloud(200, 6, 19), cloud(50, 40, 23));
  const std::vector<bool> found = dsne::methods::unrepresented(own, clouds_data());
  CHECK(std::count(found.begin(), found.begin() + 200, true) <= 10);
  CHECK(std::count(found.begin() + 200, found.end(), true) == 50);
}

TEST_CASE("settling moves the movable points only, to where they fit better") {
  const Matrix own = dsne::stacked(cloud(20, 6, 29), cloud(20, 40, 31));
  const auto affinities = dsne::tsne::joint_affinities(dsne::stacked(own, clouds_data()), 10);
  const Matrix before =
      dsne::methods::placed_by_neighbours(own, clouds_data(), clouds_coordinates());
  std::vector<bool> movable(40, false);
  std::fill(movable.begin() + 20, movable.end(), true);
  const Matrix after = dsne::methods::settled(affinities, before, clouds_coordinates(), movable);
  CHECK(after.topRows(20) == before.topRows(20));
  CHECK(after.bottomRows(20) != before.bottomRows(20));
  CHECK(dsne::tsne::kl_divergence(affinities, dsne::stacked(after, clouds_coordinates())) <
        dsne::tsne::kl_divergence(affinities, dsne::stacked(before, clouds_coordinates())) - 0.1);
}

TEST_CASE("one point, one reference point, copies and huge values give finite starts") {
  for (const Eigen::Index points : {1, 3}) {
    for (const Eigen::Index references : {1, 2, 4}) {
      for (const double size : {0.0, 1.0, 1e200}) {
        const Matrix own = size * Matrix::Ones(points, 5);
        const Matrix data = size * dsne::tsne::random_coordinates(references, 5, 1.0, 37);
        const Matrix coordinates = dsne::tsne::random_coordinates(references, 2, 1.0, 41);
        CHECK(dsne::methods::placed_by_neighbours(own, data, coordinates).allFinite());
        CHECK(std::ssize(dsne::methods::unrepresented(own, data)) == points);
      }
    }
  }
}
