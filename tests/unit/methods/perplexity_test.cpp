#include "methods/embedding/perplexity.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "methods/parameters.h"

using dsne::InputError;
using dsne::methods::Parameters;
using dsne::methods::Perplexity;
using dsne::methods::perplexity_sentence;

namespace {

Parameters with_perplexity(double perplexity, const std::string& method = "dsne") {
  Parameters parameters;
  parameters.perplexity = perplexity;
  parameters.method = method;
  return parameters;
}

}  // namespace

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

TEST_CASE("a report mentions a lowered default, and nothing else") {
  const Parameters usual;
  CHECK(perplexity_sentence(usual, 20) ==
        "With 20 points, this site's and the reference's, the perplexity is 6.3 in place of 30.");
  CHECK_FALSE(perplexity_sentence(usual, 91));
  CHECK_FALSE(perplexity_sentence(with_perplexity(5), 20));
  CHECK_FALSE(perplexity_sentence(with_perplexity(0, "fedne"), 20));
  CHECK(perplexity_sentence(usual, 5, {15, 15, 15}) ==
        "At 3 of 3 sites there are few points, with the reference's: the perplexity there is 6.3 "
        "in place of 30.");
  CHECK(perplexity_sentence(usual, 5, {15, 400, 23}) ==
        "At 2 of 3 sites there are few points, with the reference's: the perplexity there is 6.3 "
        "to 9.0 in place of 30.");
  CHECK_FALSE(perplexity_sentence(usual, 5, {400, 100}));
}

TEST_CASE("if the coordinator makes the map, all sites' subjects count") {
  const Parameters posted = with_perplexity(0, "fed-tsne");
  CHECK_FALSE(perplexity_sentence(posted, 20));
  CHECK_FALSE(perplexity_sentence(posted, 5, {45, 46}));
  CHECK(perplexity_sentence(posted, 5, {15, 15, 15}) ==
        "With 45 points, all sites' subjects, the perplexity is 14.6 in place of 30.");
}
