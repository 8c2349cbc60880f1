#include "tools/evaluation/embedding_quality.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/errors.h"
#include "quality/label_accuracy.h"
#include "tools/evaluation/class_hulls.h"
#include "tools/evaluation/clustering.h"
#include "tools/evaluation/kmeans_ratio.h"
#include "tools/evaluation/neighbourhoods.h"
#include "tools/evaluation/site_mixing.h"
#include "tools/evaluation/steadiness.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::evaluation::EmbeddingEvaluator;
using dsne::evaluation::measure_names;
using Eigen::Index;

namespace {

constexpr Index embedding_points = 90;

/// Three groups, far apart in the first two of five features.
Matrix three_groups() {
  Matrix data = dsne::tsne::random_coordinates(embedding_points, 5, 1, 7);
  for (Index i = 0; i < embedding_points; ++i) {
    data(i, 0) += i / 30 == 1 ? 20 : 0;
    data(i, 1) += i / 30 == 2 ? 20 : 0;
  }
  return data;
}

std::vector<std::string> classes() {
  std::vector<std::string> names;
  for (Index i = 0; i < embedding_points; ++i) names.push_back(std::to_string(i / 30));
  return names;
}

std::vector<std::string> alternating_sites() {
  std::vector<std::string> names;
  for (Index i = 0; i < embedding_points; ++i) names.emplace_back(i % 2 == 0 ? "even" : "odd");
  return names;
}

std::optional<double> value(const std::vector<std::optional<double>>& values,
                            const std::string& name) {
  const auto& names = measure_names();
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& it) { return it.name == name; });
  REQUIRE(found != names.end());
  return values[static_cast<std::size_t>(found - names.begin())];
}

}  // namespace

TEST_CASE("a good map is better by every measure than one of its points in random order") {
  const Matrix data = three_groups();
  const EmbeddingEvaluator evaluator({data, classes(), alternating_sites(), 10});
  const Matrix good = data.leftCols(2);
  Matrix bad = good;
  for (Index i = 0; i < embedding_points; ++i) bad.row(i) = good.row(i * 37 % embedding_points);
  const auto better = evaluator.measure(good);
  const auto worse = evaluator.measure(bad);
  REQUIRE(better.size() == measure_names().size());
  for (std::size_t m = 0; m < better.size(); ++m) {
    CAPTURE(measure_names()[m].name);
    REQUIRE(better[m].has_value());
    REQUIRE(worse[m].has_value());
  }
  for (const char* name : {"accuracy", "nmi", "trustworthiness", "continuity", "preservation",
                           "steadiness", "cohesiveness"}) {
    CAPTURE(name);
    CHECK(*value(better, name) > *value(worse, name));
  }
  for (const char* name : {"kmeans_ratio", "intersection_area", "kl_divergence"}) {
    CAPTURE(name);
    CHECK(*value(better, name) < *value(worse, name));
  }
}

TEST_CASE("every measure is under its own name") {
  const Matrix data = three_groups();
  Matrix coordinates = data.leftCols(2);
  for (Index i = 0; i < embedding_points; i += 4) coordinates(i, 0) += static_cast<double>(i % 13);
  const auto sites = alternating_sites();
  const auto values = EmbeddingEvaluator({data, classes(), sites, 10}).measure(coordinates);
  const auto hulls = dsne::evaluation::class_hulls(coordinates, classes());
  const auto near = dsne::evaluation::neighbourhoods(data, coordinates);
  const auto reliability = dsne::evaluation::steadiness_and_cohesiveness(data, coordinates);
  const auto clustering = dsne::evaluation::clustering_quality(coordinates, classes());
  CHECK(value(values, "accuracy") ==
        dsne::quality::label_accuracy(coordinates, classes(), 10)->value);
  CHECK(value(values, "kmeans_ratio") == dsne::evaluation::kmeans_ratio(coordinates, classes()));
  CHECK(value(values, "intersection_area") == hulls.intersection_area);
  CHECK(value(values, "roundness") == hulls.circle_roundness);
  CHECK(value(values, "perimeter_roundness") == hulls.perimeter_roundness);
  CHECK(value(values, "nmi") == clustering->nmi);
  CHECK(value(values, "silhouette") == clustering->silhouette);
  CHECK(value(values, "trustworthiness") == near->trustworthiness);
  CHECK(value(values, "continuity") == near->continuity);
  CHECK(value(values, "preservation") == near->preservation);
  CHECK(value(values, "steadiness") == reliability->steadiness);
  CHECK(value(values, "cohesiveness") == reliability->cohesiveness);
  CHECK(value(values, "site_mixing") ==
        dsne::evaluation::site_mixing(coordinates, classes(), sites));
  CHECK(near->trustworthiness != near->continuity);
}

TEST_CASE("without labels and sites only the data's measures have a value") {
  const Matrix data = three_groups();
  const auto values = EmbeddingEvaluator({data, {}, {}, 10}).measure(data.leftCols(2));
  CHECK_FALSE(value(values, "accuracy"));
  CHECK_FALSE(value(values, "intersection_area"));
  CHECK_FALSE(value(values, "site_mixing"));
  CHECK(value(values, "trustworthiness"));
  CHECK(value(values, "kl_divergence"));
}

TEST_CASE("hulls are not measured in space, the others are") {
  const Matrix data = three_groups();
  const auto values = EmbeddingEvaluator({data, classes(), {}, 10}).measure(data.leftCols(3));
  CHECK_FALSE(value(values, "intersection_area"));
  CHECK(value(values, "accuracy"));
}

TEST_CASE("few points lower the perplexity, too few are refused") {
  const Matrix data = three_groups().topRows(12);
  CHECK(value(EmbeddingEvaluator({data, {}, {}, 30}).measure(data.leftCols(2)), "kl_divergence"));
  CHECK_THROWS_AS(EmbeddingEvaluator({data.topRows(3), {}, {}, 30}), dsne::InputError);
}

TEST_CASE("labels, sites and places must be as many as points") {
  const Matrix data = three_groups();
  CHECK_THROWS_AS(EmbeddingEvaluator({data, {"a"}, {}, 10}), dsne::InputError);
  CHECK_THROWS_AS(EmbeddingEvaluator({data, {}, {"a"}, 10}), dsne::InputError);
  CHECK_THROWS_AS(EmbeddingEvaluator({data, {}, {}, 10}).measure(data.topRows(5).leftCols(2)),
                  dsne::InputError);
}
