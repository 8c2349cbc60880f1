#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "reference_values.h"
#include "tools/embedding_quality.h"
#include "tsne/initialization.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::evaluation::neighbourhoods;
using dsne::tsne::random_coordinates;

TEST_CASE("the measures of a map's neighbourhoods are scikit-learn's") {
  const auto values = quality_values();
  const Matrix data = matrix_of(values.at("data"));
  const Matrix coordinates = matrix_of(values.at("places"));
  for (const auto& row : values.at("neighbourhoods")) {
    const auto measured =
        neighbourhoods(data, coordinates, row.at("rank_neighbours"), row.at("shared_neighbours"));
    REQUIRE(measured);
    CHECK(measured->trustworthiness == Approx(row.at("trustworthiness")).epsilon(1e-12));
    CHECK(measured->preservation == Approx(row.at("preservation")).epsilon(1e-12));
  }
}

TEST_CASE("a scaled and rotated map keeps every neighbourhood") {
  const Matrix data = random_coordinates(100, 2, 1, 5);
  Matrix coordinates(100, 2);
  coordinates << -4 * data.col(1), 4 * data.col(0);
  const auto measured = neighbourhoods(data, coordinates);
  REQUIRE(measured);
  CHECK(measured->trustworthiness == 1);
  CHECK(measured->preservation == 1);
}

TEST_CASE("a random map keeps no more than chance does") {
  const Eigen::Index points = 300;
  const auto measured =
      neighbourhoods(random_coordinates(points, 4, 1, 7), random_coordinates(points, 3, 1, 8));
  REQUIRE(measured);
  CHECK(measured->trustworthiness == Approx(0.5).epsilon(0.05));
  CHECK(measured->preservation == Approx(10.0 / (points - 1)).epsilon(0.3));
}

TEST_CASE("no rank is lost among equals") {
  // Whichever of twenty equal points are neighbours on the map, all are the nearest in the data.
  Matrix data = Matrix::Zero(40, 3);
  data.bottomRows(20).setOnes();
  Matrix coordinates = random_coordinates(40, 2, 0.01, 9);
  coordinates.bottomRows(20).array() += 100;
  CHECK(neighbourhoods(data, coordinates)->trustworthiness == 1);
  CHECK(neighbourhoods(Matrix::Ones(40, 3), coordinates)->trustworthiness == 1);
}

TEST_CASE("coincident points are a defined, poor map") {
  const auto measured = neighbourhoods(random_coordinates(60, 3, 1, 10), Matrix::Zero(60, 2));
  REQUIRE(measured);
  CHECK(measured->trustworthiness < 0.7);
  CHECK(measured->preservation < 0.4);
}

TEST_CASE("too few points for the neighbours give no measure") {
  const auto of = [](Eigen::Index points, int rank, int shared) {
    const Matrix data = random_coordinates(points, 2, 1, 11);
    return neighbourhoods(data, data, rank, shared).has_value();
  };
  CHECK_FALSE(of(0, 1, 1));
  CHECK_FALSE(of(1, 1, 1));
  CHECK_FALSE(of(2, 1, 1));
  CHECK(of(3, 1, 2));
  CHECK_FALSE(of(14, 7, 10));
  CHECK(of(15, 7, 14));
  CHECK_FALSE(of(15, 7, 15));
}

TEST_CASE("a map that is not finite has no measure") {
  const Matrix data = random_coordinates(30, 2, 1, 12);
  Matrix bad = data;
  bad(3, 1) = std::nan("");
  CHECK_FALSE(neighbourhoods(data, bad));
  CHECK_FALSE(neighbourhoods(bad, data));
  bad(3, 1) = std::numeric_limits<double>::infinity();
  CHECK_FALSE(neighbourhoods(data, bad));
}
