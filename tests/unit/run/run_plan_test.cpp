#include "run/run_plan.h"

#include <doctest/doctest.h>

using dsne::Json;
using dsne::methods::parse_parameters;
using dsne::run::RunPlan;

namespace {

RunPlan plan_of(const Json& given) { return RunPlan(parse_parameters(given)); }

}  // namespace

TEST_CASE("a run finds landmarks only if its method reads them") {
  const auto finds = [](const char* method, const char* landmarks) {
    return plan_of({{"method", method}, {"landmark_method", landmarks}}).moves_landmarks;
  };
  CHECK(finds("fed-tsne", "mmd"));
  CHECK(finds("fed-umap", "mmd"));
  CHECK(finds("spectral-clustering", "mmd"));
  CHECK_FALSE(finds("fed-tsne", "none"));
  CHECK_FALSE(finds("single-shot", "mmd"));
}

TEST_CASE("a run takes summaries unless it needs no reference, says otherwise or is private") {
  const auto takes = [](const Json& given) { return plan_of(given).takes_summaries; };
  for (const char* method : {"single-shot", "dsne", "fed-tsne", "spectral-clustering", "fedne"}) {
    CAPTURE(method);
    CHECK(takes({{"method", method}}));
    CHECK(takes({{"method", method}, {"reference", "summaries"}}));
    CHECK_FALSE(takes({{"method", method}, {"reference", "given"}}));
  }
  CHECK_FALSE(takes({{"method", "sphere"}}));
  CHECK_FALSE(takes({{"method", "dp-dsne"}}));
}

TEST_CASE("public scans are among the summaries, or a private run's points") {
  for (const char* method : {"single-shot", "dsne", "fed-tsne", "spectral-clustering", "fedne"}) {
    CAPTURE(method);
    const RunPlan plan = plan_of({{"method", method}, {"reference", "public"}});
    CHECK(plan.takes_public);
    CHECK(plan.takes_summaries);
    CHECK_FALSE(plan.takes_points);
  }
  for (const char* method : {"dp-dsne", "dp-density"}) {
    CAPTURE(method);
    const RunPlan plan = plan_of({{"method", method}, {"reference", "public"}});
    CHECK(plan.takes_public);
    CHECK_FALSE(plan.takes_summaries);
    CHECK(plan.takes_points);
  }
  CHECK_FALSE(plan_of({{"method", "sphere"}, {"reference", "public"}}).takes_public);
  CHECK_FALSE(plan_of(Json::object()).takes_public);
}

TEST_CASE("sites bring points unless the run is on summaries alone") {
  const auto takes = [](const char* reference) {
    return plan_of({{"reference", reference}}).takes_points;
  };
  CHECK(takes("auto"));
  CHECK(takes("given"));
  CHECK_FALSE(takes("summaries"));
}

TEST_CASE("what sums over a site's subjects is named, landmarks first") {
  CHECK(plan_of(Json::object()).sums.empty());
  CHECK(plan_of({{"method", "dsne"}}).sums == "method dsne");
  CHECK(plan_of({{"method", "spectral-clustering"}, {"landmark_method", "mmd"}}).sums ==
        "a run that finds landmarks");
  CHECK(plan_of({{"method", "fed-tsne"}}).sums.empty());
}

TEST_CASE("a method that sends more than a summary without a guarantee needs consent") {
  const auto needs = [](const char* method) { return plan_of({{"method", method}}).needs_consent; };
  CHECK_FALSE(needs("single-shot"));
  CHECK_FALSE(needs("dp-density"));
  CHECK(needs("dsne"));
  CHECK(needs("fed-tsne"));
  CHECK(needs("sphere"));
  CHECK_FALSE(plan_of({{"method", "sphere"}, {"sphere_epsilon", 1}}).needs_consent);
}
