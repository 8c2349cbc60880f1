#include "quality/level_changes.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using dsne::Matrix;
using dsne::quality::measures_over_time;
using Eigen::Index;

namespace {

Matrix noise(Index scans, Index measures, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  Matrix values(scans, measures);
  for (double& value : values.reshaped()) value = normal(engine);
  return values;
}

std::vector<double> days(Index scans) {
  std::vector<double> times(static_cast<std::size_t>(scans));
  std::iota(times.begin(), times.end(), 1);
  return times;
}

}  // namespace

TEST_CASE("a change of level is found where it is, and how large it is") {
  std::mt19937_64 engine(2);
  Matrix values = noise(120, 5, engine);
  values.col(3).tail(50).array() += 3;
  const auto found = measures_over_time(values, days(120));
  REQUIRE(found.size() == 5);
  CHECK(found.front().measure == 3);
  REQUIRE(found.front().changes.size() == 1);
  CHECK(std::abs(static_cast<int>(found.front().changes.front().first) - 70) <= 3);
  CHECK(found.front().changes.front().shift == doctest::Approx(3).epsilon(0.25));
  for (std::size_t i = 1; i < found.size(); ++i) CHECK(found[i].changes.empty());
}

TEST_CASE("levels that come back are two changes, in the order of time") {
  std::mt19937_64 engine(3);
  Matrix values = noise(150, 1, engine);
  values.col(0).segment(50, 50).array() -= 3;
  const auto changes = measures_over_time(values, days(150)).front().changes;
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].first < changes[1].first);
  CHECK(changes[0].shift < 0);
  CHECK(changes[1].shift > 0);
}

TEST_CASE("neither outliers, nor units, nor missing values make a change") {
  std::mt19937_64 engine(4);
  Matrix values = noise(60, 1, engine);
  values.col(0).head(3).array() += 1000;
  CHECK(measures_over_time(values, days(60)).front().changes.empty());
  Matrix changed = noise(60, 1, engine);
  changed.col(0).tail(30).array() += 3;
  Matrix with_missing = changed;
  for (Index i = 0; i < 60; i += 4) with_missing(i, 0) = std::numeric_limits<double>::quiet_NaN();
  const auto plain = measures_over_time(changed, days(60)).front().changes;
  REQUIRE(plain.size() == 1);
  const Matrix other_unit = (changed.array() * 5).exp();
  CHECK(measures_over_time(other_unit, days(60)).front().changes.front().first ==
        plain.front().first);
  const auto without = measures_over_time(with_missing, days(60)).front().changes;
  REQUIRE(without.size() == 1);
  CHECK(std::abs(static_cast<int>(without.front().first) - 30) <= 3);
}

TEST_CASE("scans of one time are not parted, and ten values are needed") {
  std::mt19937_64 engine(5);
  Matrix values = noise(40, 1, engine);
  values.col(0).tail(20).array() += 10;
  std::vector<double> times(40, 1);
  CHECK(measures_over_time(values, times).front().changes.empty());
  std::fill(times.begin() + 24, times.end(), 2);
  const auto changes = measures_over_time(values, times).front().changes;
  REQUIRE(changes.size() == 1);
  CHECK(changes.front().first == 24);
  CHECK(measures_over_time(values.topRows(9), days(9)).empty());
  CHECK(measures_over_time(Matrix::Ones(20, 1), days(20)).front().changes.empty());
}

TEST_CASE("at most one site in twenty without a change has a mark") {
  std::mt19937_64 engine(6);
  constexpr int sites = 400;
  int marked = 0;
  for (int site = 0; site < sites; ++site) {
    bool any = false;
    for (const auto& measure : measures_over_time(noise(80, 6, engine), days(80))) {
      any = any || !measure.changes.empty();
    }
    marked += any ? 1 : 0;
  }
  CHECK(marked <= dsne::quality::false_alarm_rate * sites);
  CHECK(marked > 0);
}
