// Many releases of neighbouring data sets: what do they reveal about the record that differs?

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <set>

#include "method_runs.h"
#include "methods/dp_density/dp_density.h"
#include "quality/site_density.h"
#include "sanitized.h"

namespace {

constexpr int releases = sanitized ? 1000 : 100000;
constexpr double delta = 1e-5;

/// Two clumps far from each other, so that their points lie in different cells.
Matrix two_clumps(Eigen::Index points) {
  Matrix data(points, 2);
  for (Eigen::Index i = 0; i < points; ++i) {
    const auto step = static_cast<double>(i);
    data.row(i) << (i % 2 == 0 ? 0 : 1000) + step, step / 2;
  }
  return data;
}

Json audited_run(double epsilon) {
  return {{"method", "dp-density"},
          {"perplexity", 3},
          {"dp_cells", 2},
          {"dp_epsilon", epsilon},
          {"dp_delta", delta}};
}

/// The statistic of an attacker who knows that a record is like either the first or the second: in
/// each release, the first one's count minus the second one's.
std::vector<double> observed(const Json& given, const Matrix& own, Eigen::Index first,
                             Eigen::Index second, int count) {
  const SiteData site{"a", own};
  Federation run(given, {site}, two_clumps(20));
  run.draws_anew = true;
  const auto half = run.site_half(site);
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    const Json counts = half->round(run.message()).fields.at("counts");
    const auto at = [&](Eigen::Index cell) {
      return counts.at(static_cast<std::size_t>(cell)).get<double>();
    };
    values.push_back(at(first) - at(second));
  }
  return values;
}

/// The largest ε that the two samples prove, with a chance of error of one in a million: the
/// threshold whose probabilities maximise (p − δ)/q.
double proven_epsilon(const std::vector<double>& likely, const std::vector<double>& unlikely) {
  using Binomial = boost::math::binomial;
  const auto count = static_cast<double>(likely.size());
  const std::set<double> limits(likely.begin(), likely.end());
  const double chance = 1e-6 / 2 / static_cast<double>(limits.size());
  double largest = 0;
  for (const double limit : limits) {
    const auto hits = [&](const std::vector<double>& values) {
      return static_cast<double>(std::count_if(values.begin(), values.end(),
                                               [&](double value) { return value >= limit; }));
    };
    const double p = Binomial::find_lower_bound_on_p(count, hits(likely), chance);
    const double q = Binomial::find_upper_bound_on_p(count, hits(unlikely), chance);
    if (p > delta) largest = std::max(largest, std::log((p - delta) / q));
  }
  return largest;
}

/// The cell in which the site's last point is placed.
Eigen::Index last_cell(const Json& given, const Matrix& own) {
  Federation run(given, {}, two_clumps(20));
  const SiteData site{"a", own};
  const auto half = run.site_half(site);
  half->round(run.message());
  const Matrix coordinates = half->coordinates();
  return dsne::quality::MapGrid(run.reference_coordinates(), 2)
      .cell(coordinates.row(coordinates.rows() - 1));
}

/// What releases with the noise of one ε prove.
double audited(double epsilon, int count) {
  const Json given = audited_run(epsilon);
  Matrix first = two_clumps(5);
  Matrix second = first;
  first.row(4) = two_clumps(20).row(6);
  second.row(4) = two_clumps(20).row(7);
  const Eigen::Index a = last_cell(given, first);
  const Eigen::Index b = last_cell(given, second);
  REQUIRE(a != b);
  return proven_epsilon(observed(given, first, a, b, count), observed(given, second, a, b, count));
}

}  // namespace

TEST_CASE("many releases prove no larger epsilon than claimed") { CHECK(audited(1, releases) < 1); }

TEST_CASE("a fifth of them is enough to notice the noise of an epsilon of 4" *
          doctest::skip(sanitized)) {
  CHECK(audited(4, releases / 5) > 1);
}
