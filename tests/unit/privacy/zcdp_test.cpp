#include "privacy/zcdp.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/gaussian_dp.h"
#include "privacy/gaussian_mechanism.h"

using dsne::InputError;
using dsne::privacy::compose;
using dsne::privacy::GaussianDp;
using dsne::privacy::GaussianMechanism;
using dsne::privacy::Zcdp;

TEST_CASE("the Gaussian mechanism's cost") {
  const dsne::privacy::Cost cost = GaussianMechanism(3, 2).cost();
  CHECK(cost.mu() == doctest::Approx(1.5));
  CHECK(cost.rho() == doctest::Approx(9.0 / 8));
  CHECK(cost.is_gaussian());
}

TEST_CASE("composition adds rho") {
  const Zcdp total = compose(compose(Zcdp(0.5), Zcdp(0.25)), 4);
  CHECK(total.rho() == doctest::Approx(3));
  CHECK(compose(Zcdp(0.5), 0).rho() == 0);
}

TEST_CASE("no release costs nothing") {
  CHECK(Zcdp().epsilon(1e-9) == 0);
  CHECK(Zcdp().epsilon_classic(1e-9) == 0);
  CHECK(GaussianDp().epsilon(1e-9) == 0);
  CHECK(GaussianDp().delta(0) == 0);
}

TEST_CASE("no order gives a smaller epsilon than the one zCDP found") {
  for (const double rho : {1e-4, 0.1, 2.0, 1e5}) {
    const double best = Zcdp(rho).epsilon(1e-6);
    for (double excess = 1e-6; excess < 1e7; excess *= 1.1) {
      const double order = 1 + excess;
      // Canonne, Kamath, Steinke (2020), Proposition 12, put in.
      const double epsilon = rho * order + std::log1p(-1 / order) - std::log(1e-6 * order) / excess;
      CHECK(epsilon >= best * (1 - 1e-9));
    }
  }
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

TEST_CASE("values out of range are refused without being shown") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, nan, inf}) CHECK_THROWS_AS(Zcdp{bad}, InputError);
  for (const double bad : {0.0, 1.0, -1e-5, 2.0, nan}) {
    CHECK_THROWS_AS(Zcdp(1).epsilon(bad), InputError);
    CHECK_THROWS_AS(Zcdp(1).epsilon_classic(bad), InputError);
  }
  CHECK_THROWS_AS(compose(Zcdp(1), -1), InputError);
  CHECK_THROWS_AS(compose(Zcdp(1e308), Zcdp(1e308)), InputError);
  CHECK_THROWS_WITH_AS(GaussianMechanism(2, -0.125), "sigma must be a finite number above 0",
                       InputError);
}

TEST_CASE("a mechanism without noise, or with noise out of double's range, is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, nan, 1e-200, 1e200}) {
    CHECK_THROWS_AS(GaussianMechanism(1, bad), InputError);
  }
  CHECK_THROWS_AS(GaussianMechanism(0, 1), InputError);
}
