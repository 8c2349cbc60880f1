#include "methods/method.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/errors.h"
#include "core/step.h"
#include "exchange/site_answers.h"
#include "federation.h"
#include "sanitized.h"
#include "test_points.h"
#include "text_search.h"
#include "tsne/initialization.h"

using dsne::Json;
using dsne::methods::Method;
using dsne::methods::ParameterRule;
using dsne::methods::Parameters;
using dsne::methods::SentField;

namespace {

Parameters parameters_of(const Method& method) {
  Parameters parameters;
  parameters.method = method.name;
  parameters.perplexity = 5;
  parameters.max_iterations = 4;
  parameters.local_iterations = 2;
  parameters.dp_cells = 3;
  return parameters;
}

std::set<std::string> described(const Method& method, const std::string& phase) {
  std::set<std::string> names;
  for (const SentField& field : method.sent_fields) {
    if (field.phase == phase) names.insert((field.masked ? "masked " : "") + field.name);
  }
  return names;
}

/// A message but for what is masked or sealed, by keys that are drawn for each run.
std::string unmasked(Json message) {
  for (const char* name : {dsne::exchange::masked_field, "places_key", "sealed_places"}) {
    message.erase(name);
  }
  return message.dump();
}

/// All messages and results of a run's halves.
std::string whole_run(const Json& given, const Method& method) {
  const Parameters parameters = dsne::methods::parse_parameters(given);
  const std::vector<SiteData> sites = {{"a", dsne::tsne::random_coordinates(30, 4, 1.0, 11)},
                                       {"b", dsne::tsne::random_coordinates(20, 4, 1.0, 17)}};
  Federation federation(parameters, sites, dsne::tsne::random_coordinates(12, 4, 1.0, 13), method);
  federation.may_diverge = true;
  std::string said;
  for (int round = 0; round < federation.rounds(); ++round) {
    said += unmasked(federation.message());
    federation.round();
    for (const auto& [site, answer] : federation.answers()) said += unmasked(answer);
  }
  said += unmasked(federation.message());
  return said + dsne::pack(federation.coordinates(sites.front())).dump();
}

/// Two runs of few iterations, between which everything that is chosen differs.
std::vector<Json> runs_of(const Method& method) {
  const Json one = {{"method", method.name}, {"perplexity", 3},
                    {"max_iterations", 7},   {"least_in_sums", 2},
                    {"dp_cells", 3},         {"simulation_seed", 5},
                    {"dp_sigma", 0.1},       {"dp_s0", 1},
                    {"momentum", 0.4},       {"initialization", "pca"},
                    {"local_iterations", 1}, {"learning_rate", 5},
                    {"network_width", 6},    {"batch_edges", 53},
                    {"averaged", "weights"}, {"surrogates", "sum"}};
  Json other = one;
  other.update({{"placement", "paper"},
                {"dp_s0", 1e-4},
                {"initialization", "random"},
                {"early_exaggeration_iterations", 2},
                {"momentum_switch_iteration", 2}});
  return {one, other};
}

/// Another value that a parameter may have.
Json another_value(const ParameterRule& rule, const Json& value) {
  if (rule.name == "dp_delta") return rule.least;  // the noise hardly changes with it
  if (rule.name == "least_in_sums") return 25;     // more than one of the sites has
  if (rule.values.empty()) {
    const auto number = value.get<double>();
    if (!rule.whole) return number == 0 ? rule.most / 2 : std::max(rule.least, number / 2);
    return number + 1 <= rule.most ? number + 1 : number - 1;
  }
  return rule.values.front() == value ? rule.values.back() : rule.values.front();
}

/// Whether these parameters go together.
bool is_possible(const Json& given) {
  try {
    dsne::methods::parse_parameters(given);
    return true;
  } catch (const dsne::InputError&) {
    return false;
  }
}

/// The same, or what it is refused for.
std::string run_or_refusal(const Json& given, const Method& method) {
  try {
    return whole_run(given, method);
  } catch (const dsne::Error& error) {
    return error.what();
  }
}

/// Whether a parameter makes a difference in one of the runs.
bool makes_difference(const Method& method, const ParameterRule& rule,
                      const std::vector<std::string>& as_given) {
  const std::vector<Json> runs = runs_of(method);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Json changed = runs[i];
    changed[rule.name] = another_value(rule, changed.value(rule.name, rule.standard));
    if (is_possible(changed) && run_or_refusal(changed, method) != as_given[i]) return true;
  }
  return false;
}

/// The names of all that the first of these sites sends in the rounds of a run.
std::set<std::string> sent_by(const Method& method, const Parameters& parameters,
                              const std::vector<SiteData>& sites) {
  Federation federation(parameters, sites, dsne::tsne::random_coordinates(40, 4, 1.0, 13), method);
  std::set<std::string> sent;
  for (int round = 0; round < federation.rounds(); ++round) {
    federation.round();
    sent.merge(names_in(federation.answers().at(sites.front().name)));
  }
  return sent;
}

}  // namespace

TEST_CASE("a method's halves read the parameters that it says they read, and no others") {
  for (const Method* method : dsne::methods::known_methods()) {
    if (!method->needs_reference) continue;  // other data: methods/sphere_test.cpp
    CAPTURE(method->name);
    std::vector<std::string> as_given;
    for (const Json& run : runs_of(*method)) as_given.push_back(whole_run(run, *method));
    const std::vector<std::string> said = method->parameters;
    const std::vector<std::string> of_landmarks =
        dsne::methods::with_own<dsne::methods::LandmarkOptions>({});
    for (const ParameterRule& rule : dsne::methods::parameter_rules()) {
      CAPTURE(rule.name);
      if (rule.name == "method") continue;
      const bool reading = std::find(said.begin(), said.end(), rule.name) != said.end();
      const bool before_rounds = std::ranges::count(of_landmarks, rule.name) > 0;
      if (reading && before_rounds) continue;  // where the reference points are found
      if (!reading && (sanitized || dsne::methods::reads(*method, rule.name))) continue;
      CHECK(makes_difference(*method, rule, as_given) == reading);
    }
    for (const std::string& name : said) CHECK(dsne::methods::is_parameter(name));
  }
}

TEST_CASE("parameters without effect are known") {
  const auto unread = [](const Json& given) {
    return dsne::methods::unread(dsne::methods::parse_parameters(given));
  };
  using Names = std::vector<std::string>;
  CHECK(unread({{"perplexity", 5}, {"normalization", "zscore"}, {"local_iterations", 1}}).empty());
  CHECK(unread({{"method", "fed-tsne"}, {"landmark_method", "mmd"}, {"landmarks", 50}}).empty());
  CHECK(unread({{"local_iterations", 2}, {"dp_cells", 4}}) ==
        Names{"local_iterations", "dp_cells"});
  CHECK(unread({{"method", "dsne"}, {"harmonization", "site"}}).empty());
  CHECK(unread({{"method", "dp-density"}, {"harmonization", "site"}}) == Names{"harmonization"});
  CHECK(unread({{"method", "dp-density"}, {"landmarks", 50}, {"dp_delta", 1e-6}}) ==
        Names{"landmarks"});
}

TEST_CASE("a site sends exactly the fields that its method lists") {
  const SiteData site{"a", dsne::tsne::random_coordinates(30, 4, 1.0, 11)};
  for (const Method* method : dsne::methods::known_methods()) {
    if (!method->needs_reference) continue;  // other data: methods/sphere_test.cpp
    CAPTURE(method->name);
    Parameters parameters = parameters_of(*method);
    if (method->name == "single-shot") {
      parameters.placement = dsne::methods::Placement::paper;
    }
    std::set<std::string> sent = sent_by(*method, parameters, {site});
    for (const auto told : {dsne::methods::Surrogates::sum, dsne::methods::Surrogates::sites}) {
      if (!reads(*method, "surrogates")) break;
      parameters.surrogates = told;
      sent.merge(sent_by(*method, parameters, {site}));
    }
    CHECK(sent == described(*method, dsne::phase::embed));
  }
}

TEST_CASE(
    "only methods with a privacy plan send noise, and those that always have one nothing else") {
  for (const Method* method : dsne::methods::known_methods()) {
    CAPTURE(method->name);
    const bool always = method->privacy_plan({}).has_value();
    bool ever = false;
    for (const SentField& field : method->sent_fields) {
      const bool noisy = field.shows == dsne::methods::Shows::noise;
      if (always) CHECK(noisy);
      ever = ever || noisy;
    }
    CHECK(possible_plan(*method).has_value() == ever);
  }
}

TEST_CASE("a method's description of itself") {
  using dsne::methods::find_method;
  CHECK(sends_sums(find_method("dsne")));
  CHECK_FALSE(sends_sums(find_method("dp-dsne")));
  CHECK_FALSE(sends_sums(find_method("single-shot")));
  CHECK(find_method("single-shot").maps_summaries);
  CHECK_FALSE(find_method("dsne").maps_summaries);
  for (const Method* method : dsne::methods::known_methods()) {
    CHECK(shows_records(*method) == method->name.starts_with("fed-"));
  }
  CHECK_FALSE(is_silent(find_method("fed-tsne")));
  CHECK(is_silent(find_method("single-shot")));
  CHECK_FALSE(is_silent(find_method("dp-density")));
}
