#include <doctest/doctest.h>

#include "privacy/identity.h"
#include "sentences/privacy_note.h"
#include "text_search.h"

using dsne::exchange::KeyPolicy;
using dsne::exchange::SiteSums;
using dsne::privacy::Identity;
using dsne::sentences::roster_fingerprint;
using dsne::sentences::sums_sentence;

TEST_CASE("a site's report says over how many sites its sums were") {
  CHECK(contains(sums_sentence(1, ""), "this site's own"));
  CHECK_FALSE(contains(sums_sentence(1, "aaaa"), "keys"));
  CHECK(contains(sums_sentence(2, ""), "to get this site's"));
  CHECK_FALSE(contains(sums_sentence(2, ""), "no single site's part"));
  const std::string strangers = sums_sentence(5, "");
  CHECK(contains(strangers, "sums over all 5 sites, but no single site's part"));
  CHECK(contains(strangers, "checked no keys"));
  const std::string known = sums_sentence(5, "aaaa bbbb");
  CHECK(contains(known, "sums over all 5 sites"));
  CHECK(contains(known, "roster, fingerprint aaaa bbbb"));
}

TEST_CASE("the fingerprint is the same at all sites with one roster") {
  const Identity a = Identity::make();
  const Identity b = Identity::make();
  const auto at = [](const Identity& own, const std::set<dsne::Bytes32>& known) {
    return roster_fingerprint(SiteSums::begin("x", own.public_key()), KeyPolicy{known, 3});
  };
  const std::string whole = at(a, {a.public_key(), b.public_key()});
  CHECK(whole.size() == 24);
  CHECK(whole == at(b, {a.public_key(), b.public_key()}));
  CHECK(whole == at(a, {b.public_key()}));
  CHECK(whole != at(a, {Identity::make().public_key()}));
  CHECK(at(a, {}).empty());
}

TEST_CASE("the sentence depends on the run's sites and the site's settings") {
  const auto alone = SiteSums::begin("a", std::nullopt);
  CHECK(sums_sentence(alone, {}) == sums_sentence(1, ""));
}
