#include "privacy/discrete_gaussian.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/errors.h"
#include "distribution_checks.h"

using dsne::InputError;
using dsne::privacy::discrete_gaussian_dp;
using dsne::privacy::DiscreteGaussian;
using dsne::privacy::Rational;
using dsne::privacy::SimulationSource;
using dsne::privacy::SystemSource;

// exact_sampler_test.cpp has the probabilities of small ones.

namespace {

constexpr std::size_t draw_count = 40000;

}  // namespace

TEST_CASE("a wide discrete Gaussian is the continuous one") {
  SystemSource system;
  const double sigma = 1e9;
  const DiscreteGaussian distribution(sigma * sigma);
  std::vector<double> values(draw_count);
  for (double& value : values) value = static_cast<double>(distribution.sample(system));
  const auto cdf = [=](double x) { return std::erfc(-x / sigma / std::sqrt(2.0)) / 2; };
  CHECK(kolmogorov_distance(values, cdf) < dkw_bound(draw_count));
}

TEST_CASE("decisions of probability 0 and 1 are certain") {
  SystemSource system;
  dsne::privacy::exact::RandomDecisions decisions(system);
  CHECK_FALSE(decisions.bernoulli(0, 5));
  CHECK(decisions.bernoulli(5, 5));
  CHECK_FALSE(decisions.bernoulli_exp(dsne::privacy::exact::Integer(1) << 200, 1));
}

TEST_CASE("uniform integers beyond 64 bits are uniform") {
  SystemSource system;
  dsne::privacy::exact::RandomDecisions decisions(system);
  const dsne::privacy::exact::Integer bound = (dsne::privacy::exact::Integer(3) << 100) + 1;
  std::vector<double> values(draw_count);
  for (double& value : values) {
    const dsne::privacy::exact::Integer drawn = decisions.uniform_below(bound);
    REQUIRE(drawn < bound);
    value = drawn.convert_to<double>() / bound.convert_to<double>();
  }
  CHECK(kolmogorov_distance(values, [](double x) { return x; }) < dkw_bound(draw_count));
}

TEST_CASE("a double variance is taken exactly") {
  const Rational tenth(dsne::privacy::exact::Integer(3602879701896397),
                       dsne::privacy::exact::Integer(1) << 55);
  CHECK(DiscreteGaussian(0.1).variance() == tenth);
  CHECK(DiscreteGaussian(std::ldexp(1.0, -1074)).variance() ==
        Rational(dsne::privacy::exact::Integer(1), dsne::privacy::exact::Integer(1) << 1074));
  CHECK(DiscreteGaussian(Rational(1, 3)).variance() == Rational(1, 3));
}

TEST_CASE("almost no variance gives 0, and a simulation repeats itself") {
  SystemSource system;
  CHECK(DiscreteGaussian(1e-300).sample(system) == 0);
  SimulationSource first(9);
  SimulationSource second(9);
  const DiscreteGaussian distribution(50);
  for (int i = 0; i < 100; ++i) CHECK(distribution.sample(first) == distribution.sample(second));
}

TEST_CASE("a variance out of range is refused") {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, inf, nan, 1.3e24}) {
    CHECK_THROWS_AS(DiscreteGaussian{bad}, InputError);
  }
  CHECK_THROWS_AS(DiscreteGaussian(Rational(0)), InputError);
  CHECK_THROWS_AS(DiscreteGaussian(Rational(-1, 2)), InputError);
}

TEST_CASE("the uncounted variance covers rounding to whole numbers, in double precision") {
  const double pi = std::numbers::pi;
  const double theta = 2 * std::exp(-2 * pi * pi * dsne::privacy::uncounted_variance);
  CHECK(theta < 1.1e-34);
  // Of the sum of shares, Theorem 9 of Kairouz, Liu and Steinke.
  CHECK(10 * 65536 * std::exp(-pi * pi * dsne::privacy::min_share_variance) < 1e-60);
}

TEST_CASE("the variance for a cost is the least that costs no more") {
  CHECK(discrete_gaussian_dp(3, 400).mu() == doctest::Approx(3 / std::sqrt(396)).epsilon(1e-12));
  for (const double mu : {1e-3, 0.2, 0.8}) {
    const double variance =
        dsne::privacy::discrete_gaussian_variance(3, dsne::privacy::GaussianDp(mu));
    CHECK(discrete_gaussian_dp(3, variance).mu() == doctest::Approx(mu).epsilon(1e-12));
  }
  CHECK_THROWS_AS(discrete_gaussian_dp(1, 4), dsne::InputError);
  CHECK_THROWS_AS(discrete_gaussian_dp(0, 16), dsne::InputError);
}
