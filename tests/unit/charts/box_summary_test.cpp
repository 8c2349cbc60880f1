#include "tools/charts/box_summary.h"

#include <doctest/doctest.h>

#include <fstream>

#include "core/json.h"

TEST_CASE("a box is what Matplotlib draws") {
  std::ifstream file(DSNE_TEST_DATA "/box_plot/boxes.json");
  const auto cases = nlohmann::json::parse(file);
  REQUIRE(cases.size() == 8);
  for (const auto& expected : cases) {
    const auto summary = dsne::charts::box_summary(expected["values"].get<std::vector<double>>());
    CHECK(summary.low_whisker == doctest::Approx(expected["low_whisker"].get<double>()));
    CHECK(summary.low_quartile == doctest::Approx(expected["low_quartile"].get<double>()));
    CHECK(summary.median == doctest::Approx(expected["median"].get<double>()));
    CHECK(summary.high_quartile == doctest::Approx(expected["high_quartile"].get<double>()));
    CHECK(summary.high_whisker == doctest::Approx(expected["high_whisker"].get<double>()));
    CHECK(summary.outliers == expected["outliers"].get<std::vector<double>>());
  }
}

TEST_CASE("a box of values far apart is finite") {
  const dsne::charts::BoxSummary summary = dsne::charts::box_summary({1e300, -1e300});
  CHECK(summary.low_whisker == -1e300);
  CHECK(summary.median == 0);
  CHECK(summary.high_whisker == 1e300);
  CHECK(summary.outliers.empty());
}
