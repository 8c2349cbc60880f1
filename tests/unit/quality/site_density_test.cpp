#include "quality/site_density.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <random>
#include <utility>

#include "privacy/discrete_gaussian.h"
#include "seeded.h"

using dsne::Matrix;
using dsne::RowVector;
using namespace dsne::quality;

namespace {

constexpr int side = 3;
constexpr Eigen::Index cells = 9;

SiteDensities densities(double sigma, std::vector<SiteDensity> sites) {
  return {MapGrid(Matrix{{0, 0}, {3, 3}}, side), sigma, std::move(sites)};
}

/// Counts of so many points in cells of unequal shares.
RowVector spread(Eigen::Index points, std::mt19937_64& engine) {
  RowVector counts = RowVector::Zero(cells);
  for (Eigen::Index i = 0; i < points; ++i) {
    const auto cell = static_cast<Eigen::Index>(engine() % 9);
    counts(engine() % 3 == 0 ? 4 : cell) += 1;
  }
  return counts;
}

/// The true counts of sites whose points are spread alike, the first with `extra` of its points in
/// the last cell.
std::vector<RowVector> alike_counts(std::uint64_t seed, Eigen::Index extra) {
  std::mt19937_64 engine(seed);
  std::vector<RowVector> sites;
  for (const Eigen::Index points : {60, 100, 300}) {
    const Eigen::Index moved = sites.empty() ? extra : 0;
    sites.push_back(spread(points - moved, engine));
    sites.back()(8) += static_cast<double>(moved);
  }
  return sites;
}

/// What these sites release.
SiteDensities alike(double sigma, std::uint64_t seed, Eigen::Index extra = 0) {
  auto noise = seeded(seed);
  std::vector<SiteDensity> sites;
  for (const RowVector& counts : alike_counts(seed, extra)) {
    const auto points = static_cast<Eigen::Index>(counts.sum());
    sites.push_back(
        {std::to_string(points), points, dsne::privacy::noisy_counts(counts, sigma, noise)});
  }
  return densities(sigma, std::move(sites));
}

int apart(const std::vector<std::vector<CellEstimate>>& estimates) {
  int count = 0;
  for (const auto& site : estimates) {
    for (const CellEstimate& cell : site) count += cell.apart ? 1 : 0;
  }
  return count;
}

const Matrix& corners() {
  static const Matrix coordinates{{-1, 0}, {3, 0}, {3, 8}, {0, 4}};
  return coordinates;
}

RowVector place(double x, double y) { return RowVector{{x, y}}; }

}  // namespace

TEST_CASE("each position is in a cell, the nearest if it is outside") {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const MapGrid grid(corners(), 4);
  CHECK(grid.cells() == 16);
  struct Case {
    double x;
    double y;
    Eigen::Index cell;
  };
  // Row by row from the lower left corner.
  for (const auto& [x, y, cell] :
       {Case{-1, 0, 0}, Case{0.5, 1, 1}, Case{-0.5, 2.5, 4}, Case{3, 8, 15}, Case{-50, -1e300, 0},
        Case{1e300, 3, 7}, Case{0.5, inf, 13}, Case{-inf, inf, 12}, Case{nan, 8, 12},
        Case{nan, nan, 0}}) {
    CHECK(grid.cell(place(x, y)) == cell);
  }
  for (Eigen::Index cell = 0; cell < grid.cells(); ++cell) {
    const Eigen::Array2d middle = (grid.low(cell) + grid.high(cell)) / 2;
    CHECK(grid.cell(place(middle(0), middle(1))) == cell);
  }
  CHECK((grid.low(6) == Eigen::Array2d(1, 2)).all());
  CHECK((grid.high(6) == Eigen::Array2d(2, 4)).all());
  const MapGrid point(Matrix::Constant(3, 2, 7), 3);
  CHECK(point.cell(place(6, 6)) == 0);
  CHECK(point.cell(place(8.5, 20)) == 7);
  CHECK((point.high(0) - point.low(0) == 1).all());
}

TEST_CASE("counts cover all positions, by the first two of three dimensions") {
  const MapGrid grid(corners(), 2);
  const Matrix coordinates{{0, 0}, {0, 1}, {2, 7}, {99, 99}, {-99, 99}};
  CHECK(grid.counts(coordinates) == RowVector{{2, 0, 1, 2}});
  CHECK(grid.counts(Matrix(0, 2)) == RowVector::Zero(4));
  const MapGrid deep(Matrix{{0, 0, 5}, {2, 2, -5}}, 2);
  CHECK(deep.counts(Matrix{{0, 0, 5}, {0, 0, -5}, {2, 2, 99}}) == RowVector{{2, 0, 0, 1}});
}

TEST_CASE("p-values are those of the exact sum") {
  std::ifstream file(DSNE_TEST_DATA "/site_density/p_values.txt");
  double points, share, variance, count, expected;
  int cases = 0;
  while (file >> points >> share >> variance >> count >> expected) {
    ++cases;
    CHECK(count_p_value(count, points, share, variance) == doctest::Approx(expected).epsilon(1e-9));
  }
  CHECK(cases == 8);
}

TEST_CASE("the expected count is the other sites' share, and the interval is that of the noise") {
  const auto estimates =
      compare_densities(densities(2, {{"a", 10, RowVector{{4, 6, 0, 0, 0, 0, 0, 0, -3}}},
                                      {"b", 99, RowVector{{39, 60, 0, 0, 0, 0, 0, 0, 0}}},
                                      {"c", 100, RowVector{{40, 60, 0, 0, 0, 0, 0, 0, 0}}}}));
  REQUIRE(estimates.size() == 3);
  REQUIRE(estimates[0].size() == 9);
  const CellEstimate& first = estimates[0][0];
  CHECK(first.count == 4);
  CHECK(first.expected == doctest::Approx(10 * 79.5 / 200));
  // With a standard deviation of 2, 97.7 % of the noise is within 4.
  CHECK(first.low == 0);
  CHECK(first.high == 8);
  CHECK(estimates[0][1].low == 2);
  CHECK(estimates[0][1].high == 10);
  CHECK(estimates[0][8].low == 0);
  CHECK(estimates[0][8].high == 1);
  CHECK(apart(estimates) == 0);
}

TEST_CASE("sites with equal distributions are rarely found apart") {
  for (const double sigma : {1.5, 6.0}) {
    int alarms = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      alarms += apart(compare_densities(alike(sigma, seed))) > 0 ? 1 : 0;
    }
    // 5 of 100 are expected at most; 15 have a probability below 1e-4.
    CHECK(alarms < 15);
  }
}

TEST_CASE("95 % of the intervals hold the true count, or some more") {
  // Of the noise, 98.3 and 96.3 % are within 3 and 12.
  for (const auto& [noise, expected] : {std::pair{1.5, 0.983}, std::pair{6.0, 0.963}}) {
    const double sigma = noise;
    CAPTURE(sigma);
    int intervals = 0;
    int holding = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const std::vector<RowVector> truth = alike_counts(seed, 0);
      const auto estimates = compare_densities(alike(sigma, seed));
      for (std::size_t site = 0; site < truth.size(); ++site) {
        for (Eigen::Index cell = 0; cell < cells; ++cell) {
          const CellEstimate& each = estimates[site][static_cast<std::size_t>(cell)];
          const double count = truth[site](cell);
          ++intervals;
          holding += each.low <= count && count <= each.high ? 1 : 0;
        }
      }
    }
    // Four standard errors of a share of 2,700.
    CHECK(std::abs(holding / static_cast<double>(intervals) - expected) < 0.022);
  }
}

TEST_CASE("a site with points where the others have few is found, there and nowhere else") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto estimates = compare_densities(alike(1.5, seed, 35));
    CHECK(estimates[0][8].apart);
    CHECK_FALSE(estimates[1][8].apart);
    CHECK_FALSE(estimates[2][8].apart);
  }
}

TEST_CASE("more noise hides it") {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    found += compare_densities(alike(60, seed, 35))[0][8].apart ? 1 : 0;
  }
  CHECK(found < 5);
}

TEST_CASE("one site alone is not compared") {
  const auto estimates =
      compare_densities(densities(1, {{"a", 50, RowVector{{50, 0, 0, 0, 0, 0, 0, 0, 0}}}}));
  CHECK(apart(estimates) == 0);
  CHECK(estimates[0][0].expected == 50);
}

TEST_CASE("noise far beyond the sites' numbers, and sites of one point") {
  const auto estimates =
      compare_densities(densities(100, {{"a", 1, RowVector::Constant(9, -500)},
                                        {"b", 1, RowVector::Constant(9, 500)},
                                        {"c", 1, RowVector::Constant(9, 1e15)}}));
  for (const auto& site : estimates) {
    for (const CellEstimate& cell : site) {
      CHECK(cell.low >= 0);
      CHECK(cell.high <= 1);
      CHECK(cell.expected > 0);
      CHECK(cell.expected < 1);
      CHECK(cell.p_value >= 0);
      CHECK(cell.p_value <= 1);
    }
  }
}
