#include "privacy/ledger.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "privacy/accountants.h"

using dsne::InputError;
using dsne::privacy::find_accountant;
using dsne::privacy::GaussianMechanism;
using dsne::privacy::PrivacyLedger;
using dsne::privacy::sigma_for;
using dsne::privacy::Zcdp;

TEST_CASE("a ledger adds rho, and epsilon follows from the sum") {
  PrivacyLedger ledger(1e-5);
  CHECK(ledger.epsilon() == 0);
  ledger.add(Zcdp(0.25));
  CHECK(ledger.epsilon_after(Zcdp(0.5)) == Zcdp(0.75).epsilon(1e-5));
  CHECK(ledger.spent().rho() == 0.25);
  ledger.add(Zcdp(0.5));
  CHECK(ledger.epsilon() == Zcdp(0.75).epsilon(1e-5));
}

TEST_CASE("a ledger goes on from what was spent before") {
  const PrivacyLedger ledger(1e-5, Zcdp(2));
  CHECK(ledger.epsilon() == Zcdp(2).epsilon(1e-5));
  CHECK(ledger.would_exceed(Zcdp(2).epsilon(1e-5), Zcdp(0.001)));
}

TEST_CASE("noise chosen for J releases lets J through and not one more") {
  const double budget = 1;
  const std::int64_t releases = 1000;
  const double sigma = sigma_for(find_accountant("zcdp"), 2, releases, budget, 1e-6);
  const Zcdp release = GaussianMechanism(2, sigma).zcdp();
  PrivacyLedger ledger(1e-6);
  for (std::int64_t made = 0; made < releases; ++made) {
    REQUIRE_FALSE(ledger.would_exceed(budget, release));
    ledger.add(release);
  }
  CHECK(ledger.would_exceed(budget, release));
}

TEST_CASE("a budget of 0 allows no release") {
  CHECK(PrivacyLedger(1e-5).would_exceed(0, Zcdp(1)));
}

TEST_CASE("a ledger refuses values out of range") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, 1.0, nan}) CHECK_THROWS_AS(PrivacyLedger{bad}, InputError);
  for (const double bad : {-1.0, nan, inf}) {
    CHECK_THROWS_AS(PrivacyLedger(0.1).would_exceed(bad, Zcdp(1)), InputError);
  }
}
