#include "privacy/cost.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "reference_values.h"

using dsne::InputError;
using dsne::privacy::Cost;
using dsne::privacy::gaussian_cost;
using dsne::privacy::gaussian_dp_within;
using dsne::privacy::GaussianDp;
using dsne::privacy::Zcdp;

namespace {

doctest::Approx near(double value, double relative = 1e-9) {
  return doctest::Approx(value).epsilon(relative).scale(1e-290);
}

}  // namespace

TEST_CASE("zCDP, Gaussian DP's curve and an epsilon's noise are dp-accounting's, to the tails") {
  for (const auto& row : accounting_values("zcdp")) {
    CAPTURE(row.dump());
    const Zcdp zcdp(row.at("rho"));
    CHECK(zcdp.epsilon(row.at("delta")) == near(row.at("epsilon")));
    CHECK(zcdp.epsilon_classic(row.at("delta")) == near(row.at("classic")));
  }
  for (const auto& row : accounting_values("gaussian_epsilon")) {
    CAPTURE(row.dump());
    CHECK(GaussianDp(row.at("mu")).epsilon(row.at("delta")) == near(row.at("epsilon")));
  }
  for (const auto& row : accounting_values("gaussian_log_delta")) {
    CAPTURE(row.dump());
    CHECK(GaussianDp(row.at("mu")).log_delta(row.at("epsilon")) ==
          near(row.at("log_delta"), 1e-12));
  }
  for (const auto& row : accounting_values("gaussian_sigma")) {
    CAPTURE(row.dump());
    const double mu = gaussian_dp_within(row.at("epsilon"), row.at("delta")).mu();
    const double root = std::sqrt(row.at("releases").get<double>());
    CHECK(row.at("sensitivity").get<double>() * root / mu == near(row.at("sigma")));
  }
}

TEST_CASE("costs add up, and epsilon follows from the sum") {
  CHECK(gaussian_cost(3, 2).mu() == doctest::Approx(1.5));
  CHECK(gaussian_cost(3, 2).rho() == doctest::Approx(9.0 / 8));
  const Cost sum = compose(Cost(GaussianDp(0.3)), Cost(GaussianDp(0.4)));
  CHECK(sum.rho() == doctest::Approx(0.125));
  CHECK(sum.epsilon(1e-5) == doctest::Approx(GaussianDp(0.5).epsilon(1e-5)).epsilon(1e-12));
  CHECK(compose(Cost(GaussianDp(0.5)), 16).mu() == doctest::Approx(2));
  CHECK(compose(Cost(Zcdp(0.5)), 0).rho() == 0);
}

TEST_CASE("if only rho is known of a part, epsilon is zCDP's of all parts") {
  const Cost known(Zcdp(0.25));
  CHECK(known.epsilon(1e-5) == Zcdp(0.25).epsilon(1e-5));
  const Cost sum = compose(known, Cost(GaussianDp(1)));
  CHECK(sum.epsilon(1e-5) == Zcdp(0.75).epsilon(1e-5));
  CHECK(sum.epsilon(1e-5) > GaussianDp(std::sqrt(1.5)).epsilon(1e-5));
}

TEST_CASE("no release costs nothing") {
  CHECK(Zcdp().epsilon(1e-9) == 0);
  CHECK(Zcdp().epsilon_classic(1e-9) == 0);
  CHECK(GaussianDp().epsilon(1e-9) == 0);
  CHECK(std::exp(GaussianDp().log_delta(0)) == 0);
}

TEST_CASE("the bounds keep their order: exact curve, tight conversion, classic conversion") {
  for (const double rho : {1e-300, 1e-20, 1e-4, 0.02, 1.0, 50.0, 1e7, 1e20, 1e300}) {
    for (const double delta : {1e-300, 1e-12, 1e-5, 0.3, 0.999}) {
      CAPTURE(rho);
      CAPTURE(delta);
      const double exact = GaussianDp(std::sqrt(2 * rho)).epsilon(delta);
      const double tight = Zcdp(rho).epsilon(delta);
      const double classic = Zcdp(rho).epsilon_classic(delta);
      CHECK(exact >= 0);
      CHECK(exact <= tight * (1 + 1e-12));
      CHECK(tight <= classic);
      CHECK(std::isfinite(classic));
    }
  }
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
      const double mu = gaussian_dp_within(epsilon, delta).mu();
      CHECK(GaussianDp(mu).epsilon(delta) <= epsilon * (1 + 1e-12));
      CHECK(GaussianDp(mu * (1 + 1e-9)).epsilon(delta) > epsilon);
    }
  }
  CHECK_THROWS_AS(gaussian_dp_within(0, 1e-5), InputError);
  CHECK_THROWS_AS(gaussian_dp_within(1, 1), InputError);
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
  CHECK(std::exp(GaussianDp(1e-300).log_delta(1e300)) == 0);
  CHECK(GaussianDp(1e150).epsilon(1e-5) == doctest::Approx(5e299));
  CHECK(GaussianDp(1e150).log_delta(0) == 0);
  CHECK(GaussianDp(2).log_delta(1e17) == doctest::Approx(-1.25e33));
}

TEST_CASE("values out of range are refused without being shown") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, nan, inf}) CHECK_THROWS_AS(Zcdp{bad}, InputError);
  for (const double bad : {-1.0, nan, inf, 1e200}) CHECK_THROWS_AS(GaussianDp{bad}, InputError);
  for (const double bad : {-1e-9, nan, inf}) {
    CHECK_THROWS_AS(GaussianDp(1).log_delta(bad), InputError);
  }
  for (const double bad : {0.0, 1.0, -1e-5, 2.0, nan}) {
    CHECK_THROWS_AS(Zcdp(1).epsilon(bad), InputError);
    CHECK_THROWS_AS(Zcdp(1).epsilon_classic(bad), InputError);
    CHECK_THROWS_AS(GaussianDp(1).epsilon(bad), InputError);
  }
  CHECK_THROWS_AS(compose(Cost(Zcdp(1)), -1), InputError);
  CHECK_THROWS_AS(compose(Cost(Zcdp(1e308)), Cost(Zcdp(1e308))), InputError);
  // No noise, or noise out of double's range.
  for (const double bad : {0.0, -1.0, nan, 1e-200, 1e200}) {
    CHECK_THROWS_AS(gaussian_cost(1, bad), InputError);
  }
  CHECK_THROWS_AS(gaussian_cost(0, 1), InputError);
  CHECK_THROWS_WITH(gaussian_cost(2, -0.125), "sigma must be a finite number above 0");
}
