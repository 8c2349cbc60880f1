#include "privacy/gaussian_dp.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/mills_ratio.h"

using dsne::InputError;
using dsne::privacy::compose;
using dsne::privacy::GaussianDp;
using dsne::privacy::mills_ratio;
using dsne::privacy::mills_ratio_decline;

TEST_CASE("Mills' ratio and its decline meet where their two formulas meet") {
  const double below = std::nextafter(3.0, 0.0);
  CHECK(mills_ratio(3) == doctest::Approx(mills_ratio(below)).epsilon(1e-14));
  CHECK(mills_ratio_decline(3) == doctest::Approx(mills_ratio_decline(below)).epsilon(1e-13));
  CHECK(mills_ratio(0) == doctest::Approx(1.2533141373155003).epsilon(1e-15));
  CHECK(mills_ratio(1e8) == doctest::Approx(1e-8).epsilon(1e-15));
  CHECK(mills_ratio_decline(1e8) == doctest::Approx(1e-16).epsilon(1e-15));
  CHECK(mills_ratio(std::numeric_limits<double>::infinity()) == 0);
}

TEST_CASE("Gaussian DP composes as the root of the sum of squares") {
  CHECK(compose(GaussianDp(3), GaussianDp(4)).mu() == doctest::Approx(5));
  CHECK(compose(GaussianDp(0.5), 16).mu() == doctest::Approx(2));
  CHECK(compose(GaussianDp(0.5), 0).mu() == 0);
}

TEST_CASE("epsilon and delta are each other's inverse, on the safe side") {
  for (const double mu : {1e-6, 1e-3, 0.4, 1.0, 12.0, 2000.0, 1e5}) {
    for (const double delta : {1e-300, 1e-100, 1e-9, 1e-3, 0.2}) {
      CAPTURE(mu);
      CAPTURE(delta);
      const GaussianDp dp(mu);
      const double epsilon = dp.epsilon(delta);
      const double log_delta = dp.log_delta(epsilon);
      CHECK(log_delta <= std::log(delta));
      if (epsilon > 0) CHECK(dp.log_delta(epsilon * (1 - 1e-9)) > std::log(delta));
    }
  }
}

TEST_CASE("the largest mu within an epsilon is the largest, on the safe side") {
  for (const double epsilon : {1e-4, 0.01, 1.0, 30.0, 1e4}) {
    for (const double delta : {1e-12, 1e-5, 0.3}) {
      CAPTURE(epsilon);
      CAPTURE(delta);
      const double mu = dsne::privacy::gaussian_dp_within(epsilon, delta).mu();
      CHECK(GaussianDp(mu).epsilon(delta) <= epsilon * (1 + 1e-12));
      CHECK(GaussianDp(mu * (1 + 1e-9)).epsilon(delta) > epsilon);
    }
  }
  CHECK_THROWS_AS(dsne::privacy::gaussian_dp_within(0, 1e-5), InputError);
  CHECK_THROWS_AS(dsne::privacy::gaussian_dp_within(1, 1), InputError);
}

TEST_CASE("delta falls with epsilon and rises with mu, over the whole range, and is never NaN") {
  for (double mu = 1e-9; mu < 1e9; mu *= 7) {
    double previous = 0;
    for (double epsilon = 1e-9; epsilon < 1e8; epsilon *= 5) {
      CAPTURE(mu);
      CAPTURE(epsilon);
      const double log_delta = GaussianDp(mu).log_delta(epsilon);
      CHECK(log_delta <= previous);
      CHECK(GaussianDp(mu * 1.01).log_delta(epsilon) >= log_delta);
      previous = log_delta;
    }
  }
}

TEST_CASE("the edges of double's range give a bound and never NaN") {
  CHECK(GaussianDp(1e-160).epsilon(1e-100) == 0);
  CHECK(GaussianDp(1e-160).epsilon(5e-324) >= 0);
  CHECK(GaussianDp(1e-300).delta(1e300) == 0);
  CHECK(GaussianDp(1e150).epsilon(1e-5) == doctest::Approx(5e299));
  CHECK(GaussianDp(1e150).delta(0) == 1);
  CHECK(GaussianDp(2).log_delta(1e17) == doctest::Approx(-1.25e33));
}

TEST_CASE("values out of range are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, nan, inf, 1e200}) CHECK_THROWS_AS(GaussianDp{bad}, InputError);
  for (const double bad : {-1e-9, nan, inf}) {
    CHECK_THROWS_AS(GaussianDp(1).delta(bad), InputError);
    CHECK_THROWS_AS(GaussianDp(1).log_delta(bad), InputError);
  }
  for (const double bad : {0.0, 1.0, nan}) CHECK_THROWS_AS(GaussianDp(1).epsilon(bad), InputError);
  CHECK_THROWS_AS(compose(GaussianDp(1), -1), InputError);
}
