#include "run/run_plan.h"

#include <doctest/doctest.h>

using dsne::Json;
using dsne::methods::parse_parameters;
using dsne::run::RunPlan;

namespace {

RunPlan plan_of(const Json& given) { return RunPlan(parse_parameters(given)); }

}  // namespace

TEST_CASE("where a run's reference comes from follows from its method and the parameter") {
  struct Sources {
    std::vector<std::string> methods;
    std::string reference;
    bool summaries, points, of_public;
  };
  const std::vector<std::string> open = {"single-shot", "dsne", "fed-tsne", "spectral-clustering",
                                         "fedne"};
  const std::vector<std::string> closed = {"dp-dsne", "dp-density"};
  for (const Sources& sources : std::vector<Sources>{{open, "auto", true, true, false},
                                                     {open, "summaries", true, false, false},
                                                     {open, "given", false, true, false},
                                                     {open, "public", true, false, true},
                                                     {closed, "auto", false, true, false},
                                                     {closed, "public", false, true, true}}) {
    for (const std::string& method : sources.methods) {
      CAPTURE(method);
      CAPTURE(sources.reference);
      const RunPlan plan = plan_of({{"method", method}, {"reference", sources.reference}});
      CHECK(plan.takes_summaries == sources.summaries);
      CHECK(plan.takes_points == sources.points);
      CHECK(plan.takes_public == sources.of_public);
    }
  }
  for (const char* reference : {"auto", "public"}) {
    const RunPlan sphere = plan_of({{"method", "sphere"}, {"reference", reference}});
    CHECK_FALSE(sphere.takes_summaries);
    CHECK_FALSE(sphere.takes_public);
  }
}

TEST_CASE("only a method that reads landmarks finds them; what sums over subjects is named") {
  struct Plan {
    const char* method;
    const char* landmarks;
    bool finds;
    std::string sums;
  };
  const std::string moving = "a run that finds landmarks";
  for (const Plan& expected : std::vector<Plan>{{"fed-tsne", "mmd", true, moving},
                                                {"fed-umap", "mmd", true, moving},
                                                {"spectral-clustering", "mmd", true, moving},
                                                {"fed-tsne", "none", false, ""},
                                                {"single-shot", "mmd", false, ""},
                                                {"dsne", "none", false, "method dsne"}}) {
    CAPTURE(expected.method);
    const RunPlan plan =
        plan_of({{"method", expected.method}, {"landmark_method", expected.landmarks}});
    CHECK(plan.moves_landmarks == expected.finds);
    CHECK(plan.sums == expected.sums);
  }
}

TEST_CASE("a method that sends more than a summary without a guarantee needs consent") {
  for (const auto& [method, needs] : {std::pair{"single-shot", false},
                                      {"dp-density", false},
                                      {"dsne", true},
                                      {"fed-tsne", true},
                                      {"sphere", true}}) {
    CHECK(plan_of({{"method", method}}).needs_consent == needs);
  }
  CHECK_FALSE(plan_of({{"method", "sphere"}, {"sphere_epsilon", 1}}).needs_consent);
}
