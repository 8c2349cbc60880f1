#include "tools/embedding_quality.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "core/errors.h"
#include "core/json.h"
#include "quality/nearest_labels.h"
#include "tsne/initialization.h"
#include "unit/matrices.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::tools::EmbeddingEvaluator;
using dsne::tools::measure_table;
using dsne::tools::measure_text;
using dsne::tools::Measures;
using dsne::tools::neighbourhoods;
using dsne::tsne::random_coordinates;
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

std::optional<double> value(const Measures& measures, const std::string& name) {
  const auto found = std::ranges::find(measures, name, &dsne::tools::Measure::name);
  REQUIRE(found != measures.end());
  return found->value;
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
  for (std::size_t m = 0; m < better.size(); ++m) {
    CAPTURE(better[m].name);
    REQUIRE(better[m].value);
    REQUIRE(worse[m].value);
    CHECK((*better[m].value > *worse[m].value) == better[m].higher_is_better);
  }
}

TEST_CASE("every measure is under its own name") {
  const Matrix data = three_groups();
  Matrix coordinates = data.leftCols(2);
  for (Index i = 0; i < embedding_points; i += 4) coordinates(i, 0) += static_cast<double>(i % 13);
  const auto values = EmbeddingEvaluator(data, 10).measure(coordinates, classes());
  const auto near = dsne::tools::neighbourhoods(data, coordinates);
  CHECK(value(values, "accuracy") ==
        dsne::quality::label_accuracy(coordinates, classes(), 10)->value);
  CHECK(value(values, "trustworthiness") == near->trustworthiness);
  CHECK(value(values, "preservation") == near->preservation);
  CHECK(near->trustworthiness != near->preservation);
}

TEST_CASE("without labels only the data's measures have a value, of a map in space too") {
  const Matrix data = three_groups();
  const EmbeddingEvaluator evaluator(data, 10);
  for (const Index dimensions : {2, 3}) {
    const Matrix coordinates = data.leftCols(dimensions);
    CHECK(value(evaluator.measure(coordinates, classes()), "accuracy"));
    const auto values = evaluator.measure(coordinates, {});
    CHECK_FALSE(value(values, "accuracy"));
    CHECK(value(values, "trustworthiness"));
    CHECK(value(values, "kl_divergence"));
  }
}

TEST_CASE("few points lower the perplexity, too few are refused") {
  const Matrix data = three_groups().topRows(12);
  CHECK(value(EmbeddingEvaluator(data, 30).measure(data.leftCols(2), {}), "kl_divergence"));
  CHECK_THROWS_AS(EmbeddingEvaluator(data.topRows(3), 30), dsne::InputError);
}

TEST_CASE("the measures of a map's neighbourhoods are scikit-learn's") {
  std::ifstream file(DSNE_TEST_DATA "/quality/quality.json");  // by make.py beside it
  const auto values = dsne::Json::parse(file);
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

TEST_CASE("a Markdown table is aligned for reading as it is") {
  CHECK(dsne::tools::markdown_table({{"", "a", "long name"}, {"ε ↑", "1.5", "2"}}) ==
        "|     |   a | long name |\n"
        "|:----|----:|----------:|\n"
        "| ε ↑ | 1.5 |         2 |\n");
}

TEST_CASE("measures have decimals by their size") {
  CHECK(measure_text(0.98765) == "0.988");
  CHECK(measure_text(-0.5) == "-0.500");
  CHECK(measure_text(12.345) == "12.3");
  CHECK(measure_text(123456.7) == "123457");
  CHECK(measure_text(std::nullopt) == "n/a");
}

TEST_CASE("measures that no map has are left out") {
  const Measures some = {{"a", "A", true, 0.9}, {"b", "B", true, {}}, {"c", "C", false, {}}};
  const Measures others = {{"a", "A", true, {}}, {"b", "B", true, {}}, {"c", "C", false, 0.1}};
  CHECK(measure_table({"one", "two"}, {some, others}) ==
        "|     |   one |   two |\n"
        "|:----|------:|------:|\n"
        "| A ↑ | 0.900 |   n/a |\n"
        "| C ↓ |   n/a | 0.100 |\n");
}
