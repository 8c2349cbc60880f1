#include "privacy/ledger.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/gaussian_mechanism.h"

using dsne::InputError;
using dsne::privacy::Cost;
using dsne::privacy::GaussianDp;
using dsne::privacy::GaussianMechanism;
using dsne::privacy::PrivacyLedger;
using dsne::privacy::Zcdp;

TEST_CASE("a ledger adds costs, and epsilon follows from the sum") {
  PrivacyLedger ledger(1e-5);
  CHECK(ledger.epsilon() == 0);
  ledger.add(Cost(GaussianDp(0.3)));
  CHECK(ledger.epsilon_after(Cost(GaussianDp(0.4))) ==
        doctest::Approx(GaussianDp(0.5).epsilon(1e-5)).epsilon(1e-12));
  CHECK(ledger.spent().rho() == doctest::Approx(0.045));
  ledger.add(Cost(GaussianDp(0.4)));
  CHECK(ledger.epsilon() == doctest::Approx(GaussianDp(0.5).epsilon(1e-5)).epsilon(1e-12));
}

TEST_CASE("if only rho is known of a part, epsilon is zCDP's of all parts") {
  PrivacyLedger ledger(1e-5, Cost(Zcdp(0.25)));
  CHECK(ledger.epsilon() == Zcdp(0.25).epsilon(1e-5));
  ledger.add(Cost(GaussianDp(1)));
  CHECK(ledger.epsilon() == Zcdp(0.75).epsilon(1e-5));
  CHECK(ledger.epsilon() > compose(GaussianDp(std::sqrt(0.5)), GaussianDp(1)).epsilon(1e-5));
  CHECK(ledger.would_exceed(Zcdp(0.75).epsilon(1e-5), Cost(GaussianDp(0.01))));
}

TEST_CASE("noise chosen for J releases allows J and not one more") {
  const double budget = 1;
  const std::int64_t releases = 1000;
  const double mu = dsne::privacy::gaussian_dp_within(budget, 1e-6).mu();
  const Cost release = GaussianMechanism(2, 2 * std::sqrt(releases) / mu).cost();
  PrivacyLedger ledger(1e-6);
  for (std::int64_t made = 0; made < releases; ++made) {
    REQUIRE_FALSE(ledger.would_exceed(budget, release));
    ledger.add(release);
  }
  CHECK(ledger.would_exceed(budget, release));
}

TEST_CASE("a budget of 0 allows no release") {
  CHECK(PrivacyLedger(1e-5).would_exceed(0, Cost(GaussianDp(1))));
}

TEST_CASE("a ledger refuses values out of range") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, 1.0, nan}) CHECK_THROWS_AS(PrivacyLedger{bad}, InputError);
  for (const double bad : {-1.0, nan, inf}) {
    CHECK_THROWS_AS(PrivacyLedger(0.1).would_exceed(bad, Cost(GaussianDp(1))), InputError);
  }
}
