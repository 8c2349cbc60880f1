#include "tools/experiments/published_plugin.h"

#include <doctest/doctest.h>

#include "quality/label_accuracy.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::experiments::published_plugin_embedding;
using Eigen::Index;

namespace {

/// Points around one of three directions, each row as long as the plugin makes it.
Matrix three_directions(Index of_each, std::uint64_t seed) {
  Matrix points = 0.1 * dsne::tsne::random_coordinates(3 * of_each, 6, 1, seed);
  for (Index i = 0; i < points.rows(); ++i) points(i, i / of_each) += 1;
  return points;
}

std::vector<std::string> direction_labels(Index of_each) {
  std::vector<std::string> all;
  for (Index i = 0; i < 3 * of_each; ++i) all.push_back(std::to_string(i / of_each));
  return all;
}

/// Two groups, every other point of each, that differ less from each other than both from zero.
Matrix two_far_groups(Index of_each, std::uint64_t seed) {
  Matrix points = 0.02 * dsne::tsne::random_coordinates(2 * of_each, 6, 1, seed);
  for (Index i = 0; i < points.rows(); ++i) {
    const double side = i % 2 == 0 ? 0.2 : -0.2;
    points.row(i) += RowVector{{1, -1, side, -side, 0, 0}};
  }
  return points;
}

double accuracy_of_two_groups(Index dimensions) {
  const Matrix embedding = published_plugin_embedding(
      two_far_groups(180, 1), {two_far_groups(90, 2)}, {30, dimensions, 300, 300}, 1);
  std::vector<std::string> labels;
  for (Index i = 0; i < embedding.rows(); ++i) labels.emplace_back(i % 2 == 0 ? "even" : "odd");
  return dsne::quality::label_accuracy(embedding, labels, 10).value().value;
}

constexpr dsne::experiments::PublishedPluginOptions plugin_options{30, 4, 300, 300};

}  // namespace

TEST_CASE("the published plugin's algorithm gathers what belongs together") {
  const Matrix embedding = published_plugin_embedding(
      three_directions(120, 1), {three_directions(60, 2), three_directions(60, 3)}, plugin_options,
      1);
  REQUIRE(embedding.rows() == 360 + 180 + 180);
  REQUIRE(embedding.cols() == 2);
  std::vector<std::string> all = direction_labels(120);
  for (int site = 0; site < 2; ++site) {
    const auto own = direction_labels(60);
    all.insert(all.end(), own.begin(), own.end());
  }
  const auto accuracy = dsne::quality::label_accuracy(embedding, all, 10);
  REQUIRE(accuracy.has_value());
  CHECK(accuracy->value > 0.9);
}

TEST_CASE("the same seed gives the same map, another one does not") {
  const auto embedding = [](std::uint64_t seed) {
    return published_plugin_embedding(three_directions(8, 1), {three_directions(8, 2)},
                                      {3, 4, 20, 20}, seed);
  };
  CHECK(embedding(1) == embedding(1));
  CHECK(embedding(1) != embedding(2));
}

TEST_CASE("points may be fewer than features") {
  const Matrix reference = dsne::tsne::random_coordinates(12, 50, 1, 1);
  const Matrix own = dsne::tsne::random_coordinates(6, 50, 1, 2);
  CHECK(published_plugin_embedding(reference, {own}, {3, 30, 20, 20}, 1).allFinite());
}

TEST_CASE("as in the plugin, the first component is where the points are, not where they differ") {
  CHECK(accuracy_of_two_groups(1) < 0.7);
  CHECK(accuracy_of_two_groups(2) > 0.95);
}
