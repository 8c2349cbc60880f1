#include "sentences/privacy_note.h"

#include <doctest/doctest.h>

#include "text_search.h"

namespace {

dsne::methods::Parameters with_method(const std::string& method) {
  dsne::methods::Parameters parameters;
  parameters.method = method;
  return parameters;
}

std::string sentence_of(const std::string& method) {
  return dsne::sentences::privacy_sentence(with_method(method), false);
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
  CHECK_FALSE(contains(dsne::sentences::privacy_sentence(parameters, false), told));
  parameters.surrogates = dsne::methods::Surrogates::sites;
  CHECK(contains(dsne::sentences::privacy_sentence(parameters, false), told));
}

TEST_CASE("only methods with noise speak of an epsilon") {
  for (const char* method : {"dsne", "single-shot"}) {
    CAPTURE(method);
    CHECK_FALSE(contains(sentence_of(method), "epsilon"));
    CHECK(dsne::sentences::privacy_figures(with_method(method), false).is_null());
  }
  CHECK(
      contains(sentence_of("dp-density"), "differentially private with epsilon 1 at delta 1e-05"));
}
