#include "sentences/privacy_note.h"

#include <doctest/doctest.h>

#include "privacy/keys.h"
#include "text_search.h"

using dsne::exchange::KeyPolicy;
using dsne::exchange::SiteSums;
using dsne::privacy::Identity;
using dsne::sentences::roster_fingerprint;
using dsne::sentences::sums_sentence;

namespace {

dsne::methods::Parameters with_method(const std::string& method) {
  dsne::methods::Parameters parameters;
  parameters.method = method;
  return parameters;
}

std::string sentence_of(const std::string& method) {
  return dsne::sentences::privacy_sentence(with_method(method));
}

}  // namespace

TEST_CASE("a report says what its method reveals") {
  CHECK(contains(sentence_of("dsne"), "whether that person is among the subjects"));
  CHECK(contains(sentence_of("dsne"), "two runs"));
  CHECK(contains(sentence_of("single-shot"), "can find that person's position"));
}

TEST_CASE("a report of fedne says whether a site sent its density") {
  dsne::methods::Parameters parameters = with_method("fedne");
  const std::string told = "how densely its own subjects lie anywhere on the map";
  CHECK_FALSE(contains(dsne::sentences::privacy_sentence(parameters), told));
  parameters.surrogates = dsne::methods::Surrogates::sites;
  CHECK(contains(dsne::sentences::privacy_sentence(parameters), told));
}

TEST_CASE("only methods with noise speak of an epsilon") {
  for (const char* method : {"dsne", "single-shot"}) {
    CAPTURE(method);
    CHECK_FALSE(contains(sentence_of(method), "epsilon"));
    CHECK(dsne::sentences::privacy_figures(with_method(method)).is_null());
  }
  CHECK(
      contains(sentence_of("dp-density"), "differentially private with epsilon 1 at delta 1e-05"));
}

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
