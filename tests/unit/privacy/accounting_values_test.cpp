#include <doctest/doctest.h>

#include <cmath>

#include "privacy/accountants.h"
#include "privacy/composition.h"
#include "privacy/gaussian_dp.h"
#include "privacy/moments_accountant.h"
#include "privacy/renyi.h"
#include "privacy/zcdp.h"
#include "reference_values.h"
#include "tools/published_figure.h"

using dsne::privacy::ApproximateDp;
using dsne::privacy::compose_optimal;
using dsne::privacy::compose_strong;
using dsne::privacy::find_accountant;
using dsne::privacy::GaussianDp;
using dsne::privacy::moments_epsilon;
using dsne::privacy::renyi_to_epsilon;
using dsne::privacy::sigma_for;
using dsne::privacy::Zcdp;
using dsne::tools::published_figure;

namespace {

doctest::Approx near(double value, double relative = 1e-9) {
  return doctest::Approx(value).epsilon(relative).scale(1e-290);
}

}  // namespace

TEST_CASE("Renyi DP converts to epsilon as in Google's dp-accounting, order by order") {
  for (const auto& row : accounting_values("renyi")) {
    CAPTURE(row.dump());
    const double expected = std::max(0.0, row.at("epsilon").get<double>());
    CHECK(renyi_to_epsilon(row.at("order"), row.at("divergence"), row.at("delta")) ==
          near(expected));
  }
}

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

TEST_CASE("sigma_for gives dp-accounting's analytic noise") {
  const auto& gaussian = find_accountant("gaussian");
  for (const auto& row : accounting_values("gaussian_sigma")) {
    CAPTURE(row.dump());
    CHECK(sigma_for(gaussian, row.at("sensitivity"), row.at("releases"), row.at("epsilon"),
                    row.at("delta")) == near(row.at("sigma")));
  }
}

TEST_CASE("strong composition is the theorem's, or basic composition where that is less") {
  for (const auto& row : accounting_values("strong")) {
    CAPTURE(row.dump());
    const ApproximateDp each{row.at("epsilon"), row.at("delta")};
    const auto total = compose_strong(each, row.at("releases"), row.at("slack"));
    CHECK(total.epsilon == near(row.at("total")));
    CHECK(total.delta ==
          near(row.at("releases").get<double>() * each.delta + row.at("slack").get<double>()));
  }
}

TEST_CASE("optimal composition meets the theorem's own points") {
  for (const auto& row : accounting_values("optimal")) {
    CAPTURE(row.dump());
    const ApproximateDp each{row.at("epsilon"), row.at("delta")};
    const double total = compose_optimal(each, row.at("releases"), row.at("total_delta"));
    CHECK(total == doctest::Approx(row.at("total").get<double>()).epsilon(1e-9).scale(1e-6));
  }
}

TEST_CASE("the moments accountant takes the best of 32 log moments") {
  for (const auto& row : accounting_values("moments")) {
    CAPTURE(row.dump());
    CHECK(moments_epsilon(Zcdp(row.at("rho")), row.at("delta")) == near(row.at("epsilon")));
  }
}

TEST_CASE("the published figure is the paper's 1.39 at the paper's setting") {
  for (const auto& row : accounting_values("published")) {
    CAPTURE(row.dump());
    const double sigma = std::sqrt(row.at("variance").get<double>());
    CHECK(published_figure(row.at("b_max"), sigma, row.at("iterations"), row.at("delta")) ==
          near(row.at("figure")));
  }
  CHECK(published_figure(7.9e-8, std::sqrt(0.001), 1000, 1e-5) ==
        doctest::Approx(1.39).epsilon(0.002));
}
