// No number of a summary, apart from counts, is an exact function of the records.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "unit/summary/example.h"

using namespace dsne::summary;

namespace {

constexpr int files = 200;
constexpr int near = 2;

/// A value's number among those that its rounding leaves.
using Rank = std::function<double(double)>;

Rank by_step(double step) {
  return [step](double value) { return std::round(value / step); };
}

/// Of values rounded to so many parts of the unit of their first digit.
Rank by_digits(double parts) {
  return [parts](double value) {
    if (value == 0) return 0.0;
    const double decade = std::floor(std::log10(std::abs(value)) + 1e-9);
    const double within = std::round(std::abs(value) / std::pow(10, decade) * parts) - parts;
    return std::copysign(decade * 9 * parts + within + 1e6, value);
  };
}

/// Checks that the same value is no more common, in two files of the same records, than its nearest
/// neighbours are.
/// @param drawn for each file its values of one kind
void check_repeats(const std::vector<std::vector<double>>& drawn, const Rank& rank) {
  double same = 0;
  double others = 0;
  for (std::size_t a = 0; a < drawn.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      for (const double x : drawn[a]) {
        for (const double y : drawn[b]) {
          const double apart = std::abs(rank(x) - rank(y));
          same += apart == 0 ? 1 : 0;
          others += apart > 0 && apart <= near ? 1 : 0;
        }
      }
    }
  }
  CHECK(same > 0);
  CHECK(same < 1.5 * others / (2 * near) + 10);
}

Records records_with_covariates(int digits) {
  Records records = example_records(40);
  const double unit = std::pow(10, digits);
  records.values = (records.values * unit).array().round() / unit;
  records.covariates = {{"age", {}}};
  for (Eigen::Index i = 0; i < 40; ++i) {
    records.covariates[0].values.push_back(
        std::round(30 + records.values(i, 0) + 0.1 * static_cast<double>(i)));
  }
  return records;
}

}  // namespace

TEST_CASE("no number of a summary but counts repeats when it is made again") {
  for (const int digits : {12, 1}) {
    CAPTURE(digits);
    const Records records = records_with_covariates(digits);
    std::vector<SiteSummary> sites;
    for (std::uint64_t seed = 1; seed <= files; ++seed) {
      sites.push_back(example_summary(records, {}, seed).site);
    }
    const auto values_of = [&](const auto& of_site) {
      std::vector<std::vector<double>> values;
      for (const SiteSummary& site : sites) {
        const auto some = of_site(site.summary).eval();
        values.emplace_back(some.begin(), some.end());
      }
      return values;
    };
    for (Eigen::Index c = 0; c < 4; ++c) {
      CAPTURE(c);
      double step = 0;
      for (const SiteSummary& site : sites) step = std::max(step, site.kept.scale.steps(c));
      check_repeats(values_of([&](const Summary& s) { return s.means.col(c); }), by_step(step));
      check_repeats(values_of([&](const Summary& s) { return s.spread.segment(c, 1); }),
                    by_digits(5));
      check_repeats(values_of([&](const Summary& s) { return s.covariates.slopes.col(c); }),
                    by_digits(10));
    }
    double step = 0;
    for (const SiteSummary& site : sites) step = std::max(step, site.kept.covariates[0].step);
    check_repeats(values_of([](const Summary& s) { return s.covariates.means.col(0); }),
                  by_step(step));
    check_repeats(values_of([](const Summary& s) { return s.covariates.spread.segment(0, 1); }),
                  by_digits(5));
  }
}
