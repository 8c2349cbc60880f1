#include <doctest/doctest.h>

#include <cmath>

#include "privacy/cost.h"
#include "privacy/gaussian_dp.h"
#include "privacy/noisy_counts.h"
#include "privacy/zcdp.h"
#include "reference_values.h"

using dsne::privacy::Cost;
using dsne::privacy::counts_cost;
using dsne::privacy::gaussian_dp_within;
using dsne::privacy::GaussianDp;
using dsne::privacy::Zcdp;

namespace {

doctest::Approx near(double value, double relative = 1e-9) {
  return doctest::Approx(value).epsilon(relative).scale(1e-290);
}

}  // namespace

TEST_CASE("zCDP finds the conversion's minimum over all orders") {
  for (const auto& row : accounting_values("zcdp")) {
    CAPTURE(row.dump());
    const Zcdp zcdp(row.at("rho"));
    CHECK(zcdp.epsilon(row.at("delta")) == near(row.at("epsilon")));
    CHECK(zcdp.epsilon_classic(row.at("delta")) == near(row.at("classic")));
  }
}

TEST_CASE("Gaussian DP gives dp-accounting's analytic epsilon") {
  for (const auto& row : accounting_values("gaussian_epsilon")) {
    CAPTURE(row.dump());
    CHECK(GaussianDp(row.at("mu")).epsilon(row.at("delta")) == near(row.at("epsilon")));
  }
}

TEST_CASE("Gaussian DP's curve is right far into its tails") {
  for (const auto& row : accounting_values("gaussian_log_delta")) {
    CAPTURE(row.dump());
    const double expected = row.at("log_delta");
    const GaussianDp dp(row.at("mu"));
    CHECK(dp.log_delta(row.at("epsilon")) == near(expected, 1e-12));
    CHECK(dp.delta(row.at("epsilon")) == near(std::exp(expected)));
  }
}

TEST_CASE("an epsilon's noise is dp-accounting's analytic noise") {
  for (const auto& row : accounting_values("gaussian_sigma")) {
    CAPTURE(row.dump());
    const double mu = gaussian_dp_within(row.at("epsilon"), row.at("delta")).mu();
    const double root = std::sqrt(row.at("releases").get<double>());
    CHECK(row.at("sensitivity").get<double>() * root / mu == near(row.at("sigma")));
  }
}

TEST_CASE("the cost of counts is at least dp-accounting's, and little more") {
  for (const auto& row : accounting_values("counts")) {
    CAPTURE(row.dump());
    const Cost cost = compose(counts_cost(row.at("sigma")), row.at("releases"));
    const double epsilon = cost.epsilon(row.at("delta"));
    CHECK(epsilon >= row.at("low").get<double>());
    const double most = row.at("sigma") < 1 ? 1.1 : row.at("sigma") < 2 ? 1.025 : 1.004;
    CHECK(epsilon <= most * row.at("high").get<double>());
  }
}
