#include "tools/evaluation/clustering.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "reference_values.h"
#include "tsne/initialization.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::evaluation::Clusters;
using dsne::tsne::random_coordinates;

namespace {

/// Points around a few far apart centres, in turn.
Matrix clouds(Eigen::Index points, Eigen::Index centres) {
  Matrix coordinates = random_coordinates(points, 2, 1, 23);
  for (Eigen::Index i = 0; i < points; ++i)
    coordinates(i, 0) += static_cast<double>(i % centres) * 50;
  return coordinates;
}

std::vector<std::string> labels_in_turn(int points, int labels) {
  std::vector<std::string> result;
  for (int i = 0; i < points; ++i) result.push_back(std::to_string(i % labels));
  return result;
}

}  // namespace

TEST_CASE("clusterings agree as much as scikit-learn says, either way round") {
  const auto values = quality_values();
  for (const auto& row : values.at("labellings")) {
    const Clusters a = row.at("a");
    const Clusters b = row.at("b");
    const auto near = [](const nlohmann::json& value) {
      return Approx(value.get<double>()).epsilon(1e-12);
    };
    CHECK(dsne::evaluation::normalized_mutual_information(a, b) == near(row.at("nmi")));
    CHECK(dsne::evaluation::normalized_mutual_information(b, a) == near(row.at("nmi")));
  }
}

TEST_CASE("the silhouette is scikit-learn's, a point alone and an unused number included") {
  const auto values = quality_values();
  const Matrix coordinates = matrix_of(values.at("places"));
  for (const auto& row : values.at("silhouettes")) {
    const auto silhouette = dsne::evaluation::silhouette(coordinates, row.at("clusters"));
    REQUIRE(silhouette);
    CHECK(*silhouette == Approx(row.at("silhouette").get<double>()).epsilon(1e-12));
  }
}

TEST_CASE("clusters without any silhouette have none") {
  const Matrix points = random_coordinates(5, 2, 1, 25);
  CHECK_FALSE(dsne::evaluation::silhouette(Matrix(0, 2), {}));
  CHECK_FALSE(dsne::evaluation::silhouette(points.topRows(1), {0}));
  CHECK_FALSE(dsne::evaluation::silhouette(points, {0, 0, 0, 0, 0}));
  CHECK_FALSE(dsne::evaluation::silhouette(points, {0, 1, 2, 3, 4}));
  CHECK(*dsne::evaluation::silhouette(Matrix::Ones(4, 2), {0, 0, 1, 1}) == 0);
}

TEST_CASE("clouds of one label each are found again") {
  const auto quality = dsne::evaluation::clustering_quality(clouds(60, 3), labels_in_turn(60, 3));
  REQUIRE(quality);
  CHECK(quality->nmi == Approx(1));
  CHECK(quality->silhouette > 0.9);
}

TEST_CASE("labels that have nothing to do with the clouds score low, the silhouette stays") {
  const auto quality = dsne::evaluation::clustering_quality(clouds(60, 3), labels_in_turn(60, 4));
  REQUIRE(quality);
  CHECK(quality->nmi < 0.2);
  CHECK(dsne::evaluation::clustering_quality(clouds(64, 2), labels_in_turn(64, 2))->silhouette >
        0.9);
}

TEST_CASE("points without a label are left out") {
  auto labels = labels_in_turn(60, 3);
  for (auto& label : labels) {
    if (label == "2") label.clear();
  }
  const auto quality = dsne::evaluation::clustering_quality(clouds(60, 3), labels);
  REQUIRE(quality);
  CHECK(quality->nmi == Approx(1));
}

TEST_CASE("clusters that are no clusters give no quality") {
  const Matrix coordinates = clouds(12, 2);
  CHECK_FALSE(dsne::evaluation::clustering_quality(Matrix(0, 2), {}));
  CHECK_FALSE(dsne::evaluation::clustering_quality(coordinates.topRows(1), {"a"}));
  CHECK_FALSE(dsne::evaluation::clustering_quality(coordinates.topRows(2), {"a", "b"}));
  CHECK_FALSE(dsne::evaluation::clustering_quality(coordinates, labels_in_turn(12, 1)));
  CHECK_FALSE(dsne::evaluation::clustering_quality(coordinates, labels_in_turn(12, 12)));
  CHECK_FALSE(dsne::evaluation::clustering_quality(Matrix::Ones(12, 2), labels_in_turn(12, 3)));
  CHECK_FALSE(dsne::evaluation::clustering_quality(coordinates, std::vector<std::string>(12)));
  Matrix bad = coordinates;
  bad(0, 0) = std::nan("");
  CHECK_FALSE(dsne::evaluation::clustering_quality(bad, labels_in_turn(12, 2)));
}

TEST_CASE("more labels than distinct places are compared with the clusters there are") {
  Matrix coordinates = Matrix::Zero(12, 2);
  coordinates.bottomRows(6).setOnes();
  const auto quality = dsne::evaluation::clustering_quality(coordinates, labels_in_turn(12, 3));
  REQUIRE(quality);
  CHECK(quality->nmi == Approx(0));
  CHECK(quality->silhouette == 1);
}
