#include "run/evolution.h"

#include <doctest/doctest.h>

#include "core/errors.h"

using dsne::Json;
using dsne::Matrix;
using dsne::run::Evolution;

namespace {

std::vector<int> kept_rounds(int rounds, Eigen::Index points) {
  std::vector<int> kept;
  for (int round = 1; round <= rounds; ++round) {
    if (dsne::run::is_kept(round, rounds, points)) kept.push_back(round);
  }
  return kept;
}

Json kept_embeddings(const Evolution& evolution) {
  Json kept = Json::array();
  for (const dsne::run::Snapshot& snapshot : evolution) dsne::run::keep(snapshot, kept);
  return kept;
}

}  // namespace

TEST_CASE("a few rounds are kept, denser at the beginning") {
  CHECK(kept_rounds(1, 100).empty());
  CHECK(kept_rounds(4, 100) == std::vector<int>{1, 2, 3, 4});
  CHECK(kept_rounds(1000, 100) ==
        std::vector<int>{1, 7, 28, 63, 111, 174, 250, 340, 444, 563, 694, 840});
  CHECK(kept_rounds(30, 100).size() == dsne::run::max_snapshots);
}

TEST_CASE("fewer are kept of a large map, and the first always") {
  CHECK(kept_rounds(1000, 50000) == std::vector<int>{1, 250});
  CHECK(kept_rounds(1000, 10000000) == std::vector<int>{1});
}

TEST_CASE("kept maps come back to within 1/65,535 of their extent") {
  Matrix coordinates = Matrix::Random(50, 2);
  coordinates.col(1) = 1e6 * coordinates.col(1).array() + 3e7;
  const Json kept = kept_embeddings({{1, coordinates}, {7, 2 * coordinates}});
  const Evolution read = dsne::run::unpack_evolution(kept, 50);
  REQUIRE(read.size() == 2);
  CHECK(read[1].round == 7);
  const auto extent = coordinates.colwise().maxCoeff() - coordinates.colwise().minCoeff();
  const auto error = (read[0].coordinates - coordinates).cwiseAbs().colwise().maxCoeff();
  CHECK((error.array() <= extent.array() / 65535 * 0.51).all());
  CHECK((read[1].coordinates - 2 * coordinates).cwiseAbs().maxCoeff() <=
        2 * extent(1) / 65535 * 0.51);
  CHECK(dsne::run::unpack_evolution(Json::array(), 50).empty());
}

TEST_CASE("a map without extent is kept") {
  const Json kept = kept_embeddings({{1, Matrix::Constant(3, 2, 5)}});
  CHECK(dsne::run::unpack_evolution(kept, 3)[0].coordinates == Matrix::Constant(3, 2, 5));
}

TEST_CASE(
    "a map of the smallest numbers is kept, and one too wide is limited to the accepted range") {
  Matrix coordinates(3, 2);
  coordinates << 0, 5e-324, 1e-320, 5e-324, 0, 1e-323;
  const Json kept = kept_embeddings({{1, coordinates}});
  CHECK(dsne::run::unpack_evolution(kept, 3)[0].coordinates == coordinates);
  coordinates.row(0).setConstant(-1.7e308);
  coordinates.row(1).setConstant(1.7e308);
  const Json wide = kept_embeddings({{1, coordinates}});
  const Matrix read = dsne::run::unpack_evolution(wide, 3)[0].coordinates;
  CHECK(read.maxCoeff() == doctest::Approx(dsne::largest_number / 2));
  CHECK(read.minCoeff() == doctest::Approx(-dsne::largest_number / 2));
}

TEST_CASE("only later rounds are kept, and not too many") {
  Json kept = kept_embeddings({{4, Matrix::Zero(3, 2)}});
  CHECK_THROWS_AS(dsne::run::keep({4, Matrix::Zero(3, 2)}, kept), dsne::MessageError);
  for (int round = 5; round < 4 + dsne::run::max_snapshots; ++round) {
    dsne::run::keep({round, Matrix::Zero(3, 2)}, kept);
  }
  CHECK_THROWS_AS(dsne::run::keep({99, Matrix::Zero(3, 2)}, kept), dsne::MessageError);
}

TEST_CASE("maps of other points are refused") {
  const Json good = kept_embeddings({{1, Matrix::Zero(3, 2)}});
  CHECK_THROWS_AS(dsne::run::unpack_evolution(good, 4), dsne::MessageError);
}
