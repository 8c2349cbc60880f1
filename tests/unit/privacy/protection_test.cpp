#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/cost.h"

using dsne::InputError;
using dsne::privacy::ApproximateDp;
using dsne::privacy::min_error;
using dsne::privacy::name_of;
using dsne::privacy::protection;
using dsne::privacy::Protection;
using dsne::privacy::protection_sentence;
using dsne::privacy::rounded_up;

namespace {

bool says(double epsilon, double delta, const std::string& words) {
  return protection_sentence({epsilon, delta}).find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("each word has its bound") {
  const auto word = [](double epsilon, double delta) {
    return std::string(name_of(protection({epsilon, delta})));
  };
  const double above = 1 + 1e-12;
  CHECK(word(0, 0) == "complete");
  CHECK(word(0, 1e-5) == "strong");
  CHECK(word(1, 1e-5) == "strong");
  CHECK(word(1 * above, 1e-5) == "moderate");
  CHECK(word(4, 1e-5) == "moderate");
  CHECK(word(4 * above, 1e-5) == "weak");
  CHECK(word(10, 1e-3) == "weak");
  CHECK(word(10 * above, 0) == "negligible");
  CHECK(word(20, 1e-5) == "negligible");
  CHECK(word(20 * above, 1e-5) == "none");
  CHECK(word(2e6, 1e-5) == "none");
}

TEST_CASE("a large delta protects nobody, whatever epsilon is") {
  CHECK(protection({0, 1e-3}) == Protection::strong);
  CHECK(protection({0, 1.001e-3}) == Protection::negligible);
  CHECK(protection({30, 0.2}) == Protection::none);
  CHECK(says(0.1, 0.25, "No meaningful protection: delta"));
  CHECK(says(0.1, 0.25, "one in 4 runs"));
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
  CHECK(says(4, 1e-5, "Moderate protection"));
  CHECK(says(4, 1e-5, "at most 98.21 %"));
  CHECK(says(10, 1e-5, "Weak protection"));
  CHECK(says(10, 1e-5, "up to 99.99547 %"));
  CHECK(says(10, 1e-5, "22100 to 1"));
  CHECK(says(20, 1e-5, "No meaningful protection"));
  CHECK(says(0, 0, "Complete protection"));
}

TEST_CASE("only a setting that protects nobody is called so") {
  CHECK(says(20.1, 1e-5, "protects nobody"));
  CHECK(says(2008528.7, 1e-5, "protects nobody"));
  CHECK(says(2008528.7, 1e-5, "10^872293"));
  for (const double epsilon : {0.0, 0.5, 3.0, 9.0, 20.0}) {
    CHECK_FALSE(says(epsilon, 1e-5, "nobody"));
  }
}

TEST_CASE("bounds are rounded up") {
  CHECK(rounded_up(0, 6) == "0");
  CHECK(rounded_up(1.388218734, 6) == "1.38822");
  CHECK(rounded_up(1.38822, 6) == "1.38822");
  CHECK(rounded_up(1.3882200001, 6) == "1.38823");
  CHECK(rounded_up(4, 6) == "4");
  CHECK(rounded_up(22026.5, 3) == "22100");
  CHECK(rounded_up(9.9996, 4) == "10");
  CHECK(rounded_up(0.00012345, 3) == "0.000124");
  CHECK(rounded_up(1.2345e-7, 3) == "1.24e-07");
  CHECK(rounded_up(1.2341e20, 4) == "1.235e+20");
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
