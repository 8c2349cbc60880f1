#include "tools/embedding_quality.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/errors.h"
#include "quality/label_accuracy.h"
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

std::optional<double> value(const std::vector<std::optional<double>>& values,
                            const std::string& name) {
  const auto& names = measure_names();
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& it) { return it.name == name; });
  REQUIRE(found != names.end());
  return values[static_cast<std::size_t>(found - names.begin())];
}

}  // namespace

TEST_CASE("a good map is better by every measure than its points in random order") {
  const Matrix data = three_groups();
  const EmbeddingEvaluator evaluator(data, 10);
  const Matrix good = data.leftCols(2);
  Matrix bad = good;
  for (Index i = 0; i < embedding_points; ++i) bad.row(i) = good.row(i * 37 % embedding_points);
  const auto better = evaluator.measure(good, classes());
  const auto worse = evaluator.measure(bad, classes());
  REQUIRE(better.size() == measure_names().size());
  for (std::size_t m = 0; m < better.size(); ++m) {
    CAPTURE(measure_names()[m].name);
    REQUIRE(better[m].has_value());
    REQUIRE(worse[m].has_value());
  }
  for (const char* name : {"accuracy", "trustworthiness", "preservation"}) {
    CAPTURE(name);
    CHECK(*value(better, name) > *value(worse, name));
  }
  CHECK(*value(better, "kl_divergence") < *value(worse, "kl_divergence"));
}

TEST_CASE("every measure is under its own name") {
  const Matrix data = three_groups();
  Matrix coordinates = data.leftCols(2);
  for (Index i = 0; i < embedding_points; i += 4) coordinates(i, 0) += static_cast<double>(i % 13);
  const auto values = EmbeddingEvaluator(data, 10).measure(coordinates, classes());
  const auto near = dsne::evaluation::neighbourhoods(data, coordinates);
  CHECK(value(values, "accuracy") ==
        dsne::quality::label_accuracy(coordinates, classes(), 10)->value);
  CHECK(value(values, "trustworthiness") == near->trustworthiness);
  CHECK(value(values, "preservation") == near->preservation);
  CHECK(near->trustworthiness != near->preservation);
}

TEST_CASE("without labels only the data's measures have a value") {
  const Matrix data = three_groups();
  const auto values = EmbeddingEvaluator(data, 10).measure(data.leftCols(2), {});
  CHECK_FALSE(value(values, "accuracy"));
  CHECK(value(values, "trustworthiness"));
  CHECK(value(values, "kl_divergence"));
}

TEST_CASE("a map in space is measured, too") {
  const Matrix data = three_groups();
  const auto values = EmbeddingEvaluator(data, 10).measure(data.leftCols(3), classes());
  CHECK(value(values, "accuracy"));
  CHECK(value(values, "trustworthiness"));
}

TEST_CASE("few points lower the perplexity, too few are refused") {
  const Matrix data = three_groups().topRows(12);
  CHECK(value(EmbeddingEvaluator(data, 30).measure(data.leftCols(2), {}), "kl_divergence"));
  CHECK_THROWS_AS(EmbeddingEvaluator(data.topRows(3), 30), dsne::InputError);
}

TEST_CASE("the numbers of labels and positions must equal that of points") {
  const Matrix data = three_groups();
  CHECK_THROWS_AS(EmbeddingEvaluator(data, 10).measure(data.leftCols(2), {"a"}), dsne::InputError);
  CHECK_THROWS_AS(EmbeddingEvaluator(data, 10).measure(data.topRows(5).leftCols(2), {}),
                  dsne::InputError);
}
