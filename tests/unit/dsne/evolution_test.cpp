#include "dsne/evolution.h"

#include <doctest/doctest.h>

#include "coinstac/errors.h"

using dsne::Evolution;
using dsne::Json;
using dsne::Matrix;

namespace {

std::vector<int> kept_rounds(int rounds, Eigen::Index points) {
  std::vector<int> kept;
  for (int round = 1; round <= rounds; ++round) {
    if (dsne::is_kept(round, rounds, points)) kept.push_back(round);
  }
  return kept;
}

}  // namespace

TEST_CASE("a few rounds are kept, denser at the beginning") {
  CHECK(kept_rounds(1, 100).empty());
  CHECK(kept_rounds(4, 100) == std::vector<int>{1, 2, 3, 4});
  CHECK(kept_rounds(1000, 100) ==
        std::vector<int>{1, 7, 28, 63, 111, 174, 250, 340, 444, 563, 694, 840});
  CHECK(kept_rounds(30, 100).size() == dsne::most_moments);
}

TEST_CASE("fewer are kept of a large map, and the first always") {
  CHECK(kept_rounds(1000, 50000) == std::vector<int>{1, 250});
  CHECK(kept_rounds(1000, 10000000) == std::vector<int>{1});
}

TEST_CASE("what was packed comes back bit by bit") {
  const Evolution evolution = {{1, Matrix::Random(5, 2)}, {7, Matrix::Random(5, 2)}};
  const Evolution read = dsne::unpack_evolution(pack(evolution), 5, 2, "the cache");
  REQUIRE(read.size() == 2);
  CHECK(read[1].round == 7);
  CHECK(read[0].places == evolution[0].places);
  CHECK(read[1].places == evolution[1].places);
  CHECK(dsne::unpack_evolution(Json::array(), 5, 2, "the cache").empty());
}

TEST_CASE("a damaged one is refused") {
  const Json good = pack(Evolution{{1, Matrix::Zero(3, 2)}, {4, Matrix::Zero(3, 2)}});
  const auto refuses = [](const Json& packed) {
    CHECK_THROWS_AS(dsne::unpack_evolution(packed, 3, 2, "the cache"), dsne::MessageError);
  };
  refuses(nullptr);
  refuses(Json::object());
  refuses(Json::array({1}));
  CHECK_THROWS_AS(dsne::unpack_evolution(good, 4, 2, "the cache"), dsne::MessageError);
  Json backwards = good;
  backwards[1]["round"] = 1;
  refuses(backwards);
  Json without = good;
  without[0].erase("places");
  refuses(without);
  Json many = Json::array();
  for (int round = 1; round <= dsne::most_moments + 1; ++round) {
    many.push_back({{"round", round}, {"places", good[0]["places"]}});
  }
  refuses(many);
}
