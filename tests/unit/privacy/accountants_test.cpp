#include "privacy/accountants.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/composition.h"
#include "privacy/moments_accountant.h"
#include "tools/published_figure.h"

using dsne::InputError;
using dsne::privacy::accountants;
using dsne::privacy::ApproximateDp;
using dsne::privacy::compose_basic;
using dsne::privacy::compose_optimal;
using dsne::privacy::compose_strong;
using dsne::privacy::find_accountant;
using dsne::privacy::GaussianMechanism;
using dsne::privacy::moments_epsilon;
using dsne::privacy::sigma_for;
using dsne::privacy::Zcdp;
using dsne::tools::published_figure;

TEST_CASE("one release: every accountant bounds the exact curve") {
  const GaussianMechanism mechanism(1, 3);
  const double exact = find_accountant("gaussian").epsilon(mechanism, 1, 1e-5);
  CHECK(exact > 0);
  for (const auto& accountant : accountants()) {
    CAPTURE(accountant.name);
    CHECK(accountant.epsilon(mechanism, 1, 1e-5) >= exact);
  }
}

TEST_CASE("many releases: epsilon grows with them, and zCDP beats what knows less") {
  const GaussianMechanism mechanism(2, 60);
  for (const auto& accountant : accountants()) {
    CAPTURE(accountant.name);
    double previous = 0;
    for (const std::int64_t releases : {1, 2, 10, 100, 1000}) {
      const double epsilon = accountant.epsilon(mechanism, releases, 1e-5);
      CHECK(epsilon > previous);
      previous = epsilon;
    }
  }
  const auto at = [&](const char* name) {
    return find_accountant(name).epsilon(mechanism, 1000, 1e-5);
  };
  CHECK(at("gaussian") < at("zcdp"));
  CHECK(at("zcdp") < at("zcdp_classic"));
  CHECK(at("zcdp_classic") <= at("moments"));
  CHECK(at("moments") < at("optimal_composition"));
  CHECK(at("optimal_composition") < at("strong_composition"));
}

TEST_CASE("the paper's setting is worth about two million by every accountant") {
  const GaussianMechanism mechanism(2, std::sqrt(0.001));
  for (const auto& accountant : accountants()) {
    CAPTURE(accountant.name);
    const double epsilon = accountant.epsilon(mechanism, 1000, 1e-5);
    CHECK(epsilon > 2e6);
    CHECK(epsilon < 5e6);
  }
}

TEST_CASE("the composition accountants spend delta once: half on the releases, half as slack") {
  const GaussianMechanism mechanism(2, 60);
  const double share = 1e-5 / 2 / 100;
  const ApproximateDp each{mechanism.gaussian_dp().epsilon(share), share};
  const auto strong = compose_strong(each, 100, 1e-5 / 2);
  CHECK(strong.delta == doctest::Approx(1e-5));
  CHECK(find_accountant("strong_composition").epsilon(mechanism, 100, 1e-5) == strong.epsilon);
  CHECK(find_accountant("optimal_composition").epsilon(mechanism, 100, 1e-5) ==
        compose_optimal(each, 100, 1e-5));
}

TEST_CASE("no release costs nothing, but for what the moments accountant cannot see") {
  const GaussianMechanism mechanism(1, 1);
  for (const auto& accountant : accountants()) {
    CAPTURE(accountant.name);
    const double expected = accountant.name == "moments" ? std::log(1e5) / 32 : 0;
    CHECK(accountant.epsilon(mechanism, 0, 1e-5) == doctest::Approx(expected));
  }
}

TEST_CASE("sigma_for is the least noise that keeps within epsilon") {
  for (const auto& accountant : accountants()) {
    CAPTURE(accountant.name);
    for (const double epsilon : {0.9, 3.0, 50.0}) {
      const double sigma = sigma_for(accountant, 2, 20, epsilon, 1e-6);
      CHECK(accountant.epsilon(GaussianMechanism(2, sigma), 20, 1e-6) <= epsilon * (1 + 1e-12));
      CHECK(accountant.epsilon(GaussianMechanism(2, sigma * (1 - 1e-6)), 20, 1e-6) > epsilon);
    }
  }
}

TEST_CASE("an epsilon that an accountant cannot reach is refused") {
  CHECK_THROWS_AS(sigma_for(find_accountant("moments"), 1, 1, 0.1, 1e-6), InputError);
}

TEST_CASE("composition refuses what is out of range") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ApproximateDp each{0.1, 1e-6};
  CHECK_THROWS_AS(compose_basic({-0.1, 0}, 1), InputError);
  CHECK_THROWS_AS(compose_basic({0.1, nan}, 1), InputError);
  CHECK_THROWS_AS(compose_basic(each, -1), InputError);
  CHECK_THROWS_AS(compose_basic(each, 1000000), InputError);
  CHECK_THROWS_AS(compose_strong(each, 1, 0), InputError);
  CHECK_THROWS_AS(compose_strong({0.1, 0.5}, 1, 0.5), InputError);
  CHECK_THROWS_AS(compose_optimal(each, 10, 1e-7), InputError);
  CHECK_THROWS_AS(compose_optimal(each, 10, 1), InputError);
}

TEST_CASE("optimal composition is never above basic or strong composition") {
  const ApproximateDp each{0.02, 1e-9};
  for (const std::int64_t releases : {1, 7, 300, 5000}) {
    const auto strong = compose_strong(each, releases, 1e-6);
    const double optimal = compose_optimal(each, releases, strong.delta);
    CHECK(optimal <= strong.epsilon);
    CHECK(optimal <= compose_basic(each, releases).epsilon);
    CHECK(optimal > 0);
  }
}

TEST_CASE("optimal composition of releases that promise next to nothing promises no more") {
  for (const double epsilon : {1e3, 1e8, 1e18}) {
    for (const std::int64_t releases : {1, 1000, 100000}) {
      const double basic = static_cast<double>(releases) * epsilon;
      CHECK(compose_optimal({epsilon, 0}, releases, 1e-5) >= basic * (1 - 1e-3));
      CHECK(compose_optimal({epsilon, 0}, releases, 1e-5) <= basic);
    }
  }
}

TEST_CASE("the other accounting functions refuse what is out of range") {
  const GaussianMechanism mechanism(1, 1);
  for (const auto& accountant : accountants()) {
    CAPTURE(accountant.name);
    for (const double bad : {0.0, 1.0, -1.0}) {
      CHECK_THROWS_AS(accountant.epsilon(mechanism, 1, bad), InputError);
      CHECK_THROWS_AS(accountant.epsilon(mechanism, 0, bad), InputError);
    }
    CHECK_THROWS_AS(accountant.epsilon(mechanism, -1, 0.1), InputError);
    CHECK_THROWS_AS(sigma_for(accountant, 0, 1, 1, 0.1), InputError);
    CHECK_THROWS_AS(sigma_for(accountant, 1, 0, 1, 0.1), InputError);
    CHECK_THROWS_AS(sigma_for(accountant, 1, 1, 0, 0.1), InputError);
    CHECK_THROWS_AS(sigma_for(accountant, 1, 1, 1, 1), InputError);
  }
  CHECK_THROWS_AS(find_accountant("none"), InputError);
  CHECK_THROWS_AS(moments_epsilon(Zcdp(1), 0.1, 0), InputError);
  CHECK_THROWS_AS(moments_epsilon(Zcdp(1), 0), InputError);
  CHECK_THROWS_AS(published_figure(0, 1, 1, 0.1), InputError);
  CHECK_THROWS_AS(published_figure(1, 0, 1, 0.1), InputError);
  CHECK_THROWS_AS(published_figure(1, 1, -1, 0.1), InputError);
  CHECK_THROWS_AS(published_figure(1, 1, 1, 1), InputError);
  CHECK(published_figure(1, 1, 0, 0.1) == 0);
}
