#include "federated/notes/sums_note.h"

#include <doctest/doctest.h>

#include "text_search.h"

using dsne::federated::sums_sentence;

TEST_CASE("a site's report says whom its sums were hidden among") {
  CHECK(contains(sums_sentence(1, 1, false), "this site's own"));
  CHECK_FALSE(contains(sums_sentence(1, 1, true), "keys"));
  CHECK(contains(sums_sentence(2, 2, false), "to get this site's"));
  CHECK_FALSE(contains(sums_sentence(2, 2, false), "no single site's part"));
  const std::string strangers = sums_sentence(5, 5, false);
  CHECK(contains(strangers, "sums over all 5 sites, but no single site's part"));
  CHECK(contains(strangers, "checked no keys"));
  const std::string known = sums_sentence(5, 3, true);
  CHECK(contains(known, "sums over all 5 sites"));
  CHECK(contains(known, "Of the 4 other sites, this site knew the keys of 2."));
  CHECK_FALSE(contains(known, "nobody's"));
  CHECK(contains(sums_sentence(2, 1, true), "Of the 1 other site, this site knew the keys of 0."));
}

TEST_CASE("the sentence is made of the run's sites and the site's settings") {
  const auto alone = dsne::federated::SiteSums::begin("a", std::nullopt);
  CHECK(sums_sentence(alone, {}) == sums_sentence(1, 1, false));
}
