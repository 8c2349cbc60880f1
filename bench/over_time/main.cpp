// How often changes are marked over time: where there is none, and where there is one.
//
//   bench_over_time [runs]
//
// Scans × measures as a site has them: measures that go together (half of each one's variance is
// one common factor), some of them skewed, some rounded to a few values. results.md has what it
// printed.

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

#include "quality/level_changes.h"

using dsne::Matrix;
using Eigen::Index;
using Engine = std::mt19937_64;

namespace {

Matrix measures_without_change(Index scans, Index measures, Engine& engine) {
  std::normal_distribution<double> normal;
  Matrix values(scans, measures);
  for (Index i = 0; i < scans; ++i) {
    const double common = normal(engine);
    for (Index f = 0; f < measures; ++f) {
      const double value = std::sqrt(0.5) * (common + normal(engine));
      values(i, f) = f % 3 == 1 ? std::exp(value) : f % 3 == 2 ? std::round(2 * value) : value;
    }
  }
  return values;
}

std::vector<double> times_of(Index scans, Index on_a_day) {
  std::vector<double> times;
  for (Index i = 0; i < scans; ++i) times.push_back(static_cast<double>(i / on_a_day));
  return times;
}

/// The share of sites without a change of which something is marked.
double false_alarms(Index scans, Index measures, int runs, Engine& engine) {
  int marked = 0;
  for (int run = 0; run < runs; ++run) {
    const auto found = dsne::quality::measures_over_time(
        measures_without_change(scans, measures, engine), times_of(scans, 2));
    bool any = false;
    for (const auto& measure : found) any = any || !measure.changes.empty();
    marked += any ? 1 : 0;
  }
  return static_cast<double>(marked) / runs;
}

/// The share of sites of which a shift of the first measure is marked within five scans of where it
/// is.
double found(Index scans, Index measures, double shift, double share, int runs, Engine& engine) {
  int hits = 0;
  const auto at = static_cast<Index>(std::lround(share * static_cast<double>(scans)));
  for (int run = 0; run < runs; ++run) {
    Matrix values = measures_without_change(scans, measures, engine);
    values.col(0).tail(scans - at).array() += shift;
    for (const auto& measure : dsne::quality::measures_over_time(values, times_of(scans, 1))) {
      if (measure.measure != 0) continue;
      bool hit = false;
      for (const auto& change : measure.changes) {
        hit = hit || std::abs(static_cast<Index>(change.first) - at) <= 5;
      }
      hits += hit ? 1 : 0;
    }
  }
  return static_cast<double>(hits) / runs;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 1000;
  Engine engine(1);
  std::cout << "no change: scans, measures, share of sites with a mark\n";
  for (const Index scans : {20, 60, 200, 600}) {
    for (const Index measures : {1, 20, 68}) {
      std::cout << scans << ' ' << measures << ' ' << false_alarms(scans, measures, runs, engine)
                << std::endl;
    }
  }
  std::cout << "one of 68 measures shifts by so many deviations behind this share of the scans: "
               "scans, shift, share, found\n";
  for (const Index scans : {60, 200, 600}) {
    for (const double share : {0.5, 0.9}) {
      for (const double shift : {0.5, 1.0, 2.0}) {
        std::cout << scans << ' ' << shift << ' ' << share << ' '
                  << found(scans, 68, shift, share, runs / 5, engine) << std::endl;
      }
    }
  }
  return 0;
}
