#include "privacy/distributed_noise.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/errors.h"

using dsne::privacy::discrete_gaussian_dp;
using dsne::privacy::DistributedNoise;
using dsne::privacy::GaussianDp;
using dsne::privacy::uncounted_variance;

TEST_CASE("the uncounted variance covers rounding to whole numbers, in double precision") {
  const double pi = std::numbers::pi;
  const double theta = 2 * std::exp(-2 * pi * pi * uncounted_variance);
  CHECK(theta < 1.1e-34);
  // Of the sum of shares, Theorem 9 of Kairouz, Liu and Steinke.
  CHECK(10 * 65536 * std::exp(-pi * pi * dsne::privacy::min_share_variance) < 1e-60);
}

TEST_CASE("shares cost what Gaussian noise of their variance less 4 costs") {
  const dsne::privacy::Cost cost = DistributedNoise{100, 4, 50}.cost(3);
  CHECK(cost.is_gaussian());
  CHECK(cost.mu() == doctest::Approx(3 / std::sqrt(396)).epsilon(1e-12));
  CHECK(discrete_gaussian_dp(3, 400).mu() == doctest::Approx(3 / std::sqrt(396)).epsilon(1e-12));
}

TEST_CASE("the variance for a cost is the least that costs no more") {
  for (const double mu : {1e-3, 0.2, 0.8}) {
    const double variance = dsne::privacy::discrete_gaussian_variance(3, GaussianDp(mu));
    CHECK(discrete_gaussian_dp(3, variance).mu() == doctest::Approx(mu).epsilon(1e-12));
  }
}

TEST_CASE("missing or too narrow noise, and noise without sites, is refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS((DistributedNoise{0, 1, 1}.cost(1)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{15, 100, 1}.cost(1)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{16, 0, 1}.cost(1)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{16, 1, 0}.cost(1)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{16, 1, 1}.cost(0)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{infinity, 1, 1}.cost(1)), dsne::InputError);
  CHECK_THROWS_AS(discrete_gaussian_dp(1, 4), dsne::InputError);
}
