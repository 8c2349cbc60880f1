#include "methods/embedding/perplexity.h"

#include <doctest/doctest.h>

#include "core/errors.h"

using dsne::InputError;
using dsne::methods::check_perplexity;
using dsne::methods::Parameters;
using dsne::methods::perplexity_of;

namespace {

Parameters with_perplexity(double perplexity) {
  Parameters parameters;
  parameters.perplexity = perplexity;
  return parameters;
}

}  // namespace

TEST_CASE("the default perplexity is 30, or what the points allow") {
  const Parameters usual;
  CHECK(perplexity_of(usual, 1000) == 30);
  CHECK(perplexity_of(usual, 91) == 30);
  CHECK(perplexity_of(usual, 88) == 29);
  CHECK(perplexity_of(usual, 20) == doctest::Approx(19.0 / 3));
  CHECK_NOTHROW(check_perplexity(usual, 4, "so few"));
}

TEST_CASE("a perplexity that the owner has set never changes") {
  CHECK(perplexity_of(with_perplexity(30), 20) == 30);
  CHECK(perplexity_of(with_perplexity(5), 1000) == 5);
  CHECK_NOTHROW(check_perplexity(with_perplexity(30), 91, "these"));
  CHECK_THROWS_WITH_AS(check_perplexity(with_perplexity(30), 90, "these"),
                       "perplexity is too large: with these it must be at most 29.6", InputError);
}
