#include "federated/method.h"

#include <doctest/doctest.h>

#include <set>

#include "core/files.h"
#include "core/phase.h"
#include "federation.h"
#include "test_points.h"
#include "text_search.h"
#include "tsne/initialization.h"

using dsne::Json;
using dsne::federated::Method;
using dsne::federated::Parameters;
using dsne::federated::SentField;

namespace {

Parameters parameters_of(const Method& method) {
  Parameters parameters;
  parameters.method = method.name();
  parameters.perplexity = 5;
  parameters.max_iterations = 4;
  parameters.local_iterations = method.name() == "joint" ? 1 : 2;
  parameters.dp_cells = 3;
  return parameters;
}

std::set<std::string> described(const Method& method, const std::string& phase) {
  std::set<std::string> names;
  for (const SentField& field : method.sent_fields()) {
    if (field.phase == phase) names.insert((field.masked ? "masked " : "") + field.name);
  }
  return names;
}

std::set<std::string> names_in(const Json& message) {
  std::set<std::string> names;
  for (const auto& [name, value] : message.items()) {
    if (name == "masked") {
      for (const auto& [sum, term] : value.items()) names.insert("masked " + sum);
    } else {
      names.insert(name);
    }
  }
  names.erase("masked sites");
  return names;
}

/// A method that would show every place in every round.
class Shouting final : public Method {
 public:
  std::string name() const override { return "shouting"; }
  bool needs_reference() const override { return true; }
  dsne::federated::Ending ending() const override { return dsne::federated::Ending::embedding; }
  int iterations() const override { return 1; }
  std::vector<SentField> sent_fields() const override {
    return {{dsne::phase::embed, "places", dsne::federated::Shows::coordinates, "", ""}};
  }
  std::string making(const Parameters& /*parameters*/) const override { return ""; }
  std::string giving_away() const override { return ""; }
  std::optional<dsne::federated::PrivacyPlan> privacy_plan(
      const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }
  std::unique_ptr<dsne::federated::SiteMethod> site(dsne::federated::SiteProblem /*problem*/,
                                                    const Json& /*state*/) const override {
    return nullptr;
  }
  std::unique_ptr<dsne::federated::CoordinatorMethod> coordinator(
      dsne::federated::CoordinatorProblem /*problem*/, const Json& /*state*/) const override {
    return nullptr;
  }
};

}  // namespace

TEST_CASE("a site sends the fields that its method tells of, and no others") {
  const SiteData site{"a", dsne::tsne::random_coordinates(30, 4, 1.0, 11)};
  for (const Method* method : dsne::federated::methods()) {
    CAPTURE(method->name());
    Parameters parameters = parameters_of(*method);
    if (method->name() == "single-shot") {
      parameters.placement = dsne::federated::Placement::paper;
    }
    Federation federation(parameters, {site}, dsne::tsne::random_coordinates(40, 4, 1.0, 13),
                          *method);
    std::set<std::string> sent;
    for (int round = 0; round < federation.rounds(); ++round) {
      federation.round();
      sent.merge(names_in(federation.answers().at("a")));
    }
    CHECK(sent == described(*method, dsne::phase::embed));
  }
}

TEST_CASE("docs/protocol.md says of every field what its method says") {
  const std::string page =
      dsne::read_file(dsne::fs::path(DSNE_SOURCE_DIR) / "docs/protocol.md", "the page");
  for (const Method* method : dsne::federated::methods()) {
    CHECK(contains(page, "`" + method->name() + "`"));
    for (const SentField& field : method->sent_fields()) {
      CAPTURE(field.name);
      CHECK(contains(page, "| `" + field.name + "` | " + field.what));
      CHECK(contains(page, "| " + field.privacy + " |"));
    }
  }
}

TEST_CASE("only methods with a privacy plan send noise, and they send nothing else") {
  for (const Method* method : dsne::federated::methods()) {
    CAPTURE(method->name());
    const bool noisy = method->privacy_plan({}).has_value();
    for (const SentField& field : method->sent_fields()) {
      CHECK((field.shows == dsne::federated::Shows::noise) == noisy);
    }
  }
}

TEST_CASE("what a method says of itself") {
  using dsne::federated::find_method;
  CHECK(sends_sums(find_method("dsne")));
  CHECK_FALSE(sends_sums(find_method("dp-dsne")));
  CHECK_FALSE(sends_sums(find_method("single-shot")));
  CHECK(sends_sums(find_method("joint")));
  CHECK(shows_coordinates(Shouting()));
  CHECK_FALSE(sends_sums(Shouting()));
  CHECK_FALSE(is_silent(Shouting()));
  for (const Method* method : dsne::federated::methods()) CHECK_FALSE(shows_coordinates(*method));
  CHECK(is_silent(find_method("single-shot")));
  CHECK_FALSE(is_silent(find_method("dp-density")));
}
