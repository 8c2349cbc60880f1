#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "core/errors.h"
#include "privacy/cost.h"

using dsne::InputError;
using dsne::privacy::ApproximateDp;
using dsne::privacy::min_error;
using dsne::privacy::name_of;
using dsne::privacy::protection;
using dsne::privacy::protection_sentence;
using dsne::privacy::rounded_up;

namespace {

bool says(double epsilon, double delta, const std::string& words) {
  return protection_sentence({epsilon, delta}).find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("each word has its bound; a large delta protects nobody, whatever epsilon is") {
  const double above = 1 + 1e-12;
  struct Bound {
    double epsilon, delta;
    const char* word;
  };
  for (const Bound& bound : std::vector<Bound>{{0, 0, "complete"},
                                               {0, 1e-5, "strong"},
                                               {1, 1e-5, "strong"},
                                               {1 * above, 1e-5, "moderate"},
                                               {4, 1e-5, "moderate"},
                                               {4 * above, 1e-5, "weak"},
                                               {10, 1e-3, "weak"},
                                               {10 * above, 0, "negligible"},
                                               {20, 1e-5, "negligible"},
                                               {20 * above, 1e-5, "none"},
                                               {2e6, 1e-5, "none"},
                                               {0, 1e-3, "strong"},
                                               {0, 1.001e-3, "negligible"},
                                               {30, 0.2, "none"}}) {
    CAPTURE(bound.epsilon);
    CHECK(name_of(protection({bound.epsilon, bound.delta})) == std::string(bound.word));
  }
}

TEST_CASE("the least error is that of randomised response") {
  // Answering truly with odds e^ε, and showing the record with probability δ, is (ε, δ)-DP and
  // meets the bound.
  for (const double epsilon : {0.0, 0.3, 1.0, 10.0}) {
    for (const double delta : {0.0, 1e-5, 0.5}) {
      const double lie = 1 / (1 + std::exp(epsilon));
      CHECK(min_error({epsilon, delta}) == doctest::Approx((1 - delta) * lie));
    }
  }
  CHECK(min_error({1e6, 0}) == 0);
}

TEST_CASE("the sentence gives the bounds, never better than they are") {
  CHECK(says(1, 1e-5, "Strong protection"));
  CHECK(says(1, 1e-5, "at most 73.2 %"));
  CHECK(says(1, 1e-5, "2.72 to 1"));
  CHECK(says(4, 1e-5, "at most 98.21 %"));
  CHECK(says(10, 1e-5, "up to 99.99547 %"));
  CHECK(says(10, 1e-5, "22100 to 1"));
  CHECK(says(0.1, 0.25, "No meaningful protection: delta"));
  CHECK(says(0.1, 0.25, "one in 4 runs"));
  CHECK(says(2008528.7, 1e-5, "10^872293"));
  for (const double epsilon : {0.0, 0.5, 3.0, 9.0, 20.0, 20.1, 2008528.7}) {
    CHECK(says(epsilon, 1e-5, "protects nobody") == (epsilon > 20));
  }
}

TEST_CASE("bounds are rounded up") {
  for (const auto& [value, digits, expected] : {std::tuple{0.0, 6, "0"},
                                                {1.388218734, 6, "1.38822"},
                                                {1.38822, 6, "1.38822"},
                                                {1.3882200001, 6, "1.38823"},
                                                {22026.5, 3, "22100"},
                                                {9.9996, 4, "10"},
                                                {0.00012345, 3, "0.000124"},
                                                {1.2345e-7, 3, "1.24e-07"},
                                                {1.2341e20, 4, "1.235e+20"}}) {
    CHECK(rounded_up(value, digits) == expected);
  }
  for (const double value : {0.1, 0.3, 0.7, 12.34, 1e5 / 3, 1e-9 / 7}) {
    for (const int digits : {1, 3, 6, 12}) {
      const double shown = std::stod(rounded_up(value, digits));
      CHECK(shown >= value);
      CHECK(shown <= value * (1 + 1.001 * std::pow(10, 1 - digits)));
    }
  }
}

TEST_CASE("an invalid guarantee is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const ApproximateDp& bad :
       {ApproximateDp{-1, 0.1}, ApproximateDp{nan, 0.1}, ApproximateDp{infinity, 0.1},
        ApproximateDp{1, -0.1}, ApproximateDp{1, 1}, ApproximateDp{1, nan}}) {
    CHECK_THROWS_AS(protection(bad), InputError);
    CHECK_THROWS_AS(min_error(bad), InputError);
    CHECK_THROWS_AS(protection_sentence(bad), InputError);
  }
}
