#include <doctest/doctest.h>

#include "core/errors.h"
#include "methods/parameters.h"

using dsne::InputError;
using dsne::methods::Perplexity;

TEST_CASE("the default perplexity is 30, or what the points allow") {
  CHECK(Perplexity().of(1000) == 30);
  CHECK(Perplexity().of(91) == 30);
  CHECK(Perplexity().of(88) == 29);
  CHECK(Perplexity().of(20) == doctest::Approx(19.0 / 3));
  CHECK_NOTHROW(Perplexity().check(4, "so few"));
}

TEST_CASE("a perplexity that the owner has set never changes") {
  CHECK(Perplexity(30).of(20) == 30);
  CHECK(Perplexity(5).of(1000) == 5);
  CHECK_NOTHROW(Perplexity(30).check(91, "these"));
  CHECK_THROWS_WITH_AS(Perplexity(30).check(90, "these"),
                       "perplexity is too large: with these it must be at most 29.6", InputError);
}
