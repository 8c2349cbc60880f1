#include "methods/method.h"

#include <algorithm>
#include <set>

#include "core/step.h"
#include "method_runs.h"
#include "sanitized.h"

using dsne::methods::Method;
using dsne::methods::ParameterRule;
using dsne::methods::SentField;

namespace {

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
std::string whole_run(const Json& given) {
  Federation federation(given,
                        {{"a", dsne::tsne::random_coordinates(30, 4, 1.0, 11)},
                         {"b", dsne::tsne::random_coordinates(20, 4, 1.0, 17)}},
                        dsne::tsne::random_coordinates(12, 4, 1.0, 13));
  federation.may_diverge = true;
  std::string said;
  for (int round = 0; round < federation.rounds(); ++round) {
    said += unmasked(federation.message());
    federation.round();
    for (const auto& [site, answer] : federation.answers()) said += unmasked(answer);
  }
  said += unmasked(federation.message());
  return said + dsne::pack(federation.coordinates(federation.sites().front())).dump();
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

/// Whether a parameter makes a difference in one of the runs.
bool makes_difference(const ParameterRule& rule, const std::vector<Json>& runs,
                      const std::vector<std::string>& as_given) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Json changed = runs[i];
    changed[rule.name] = another_value(rule, changed.value(rule.name, rule.standard));
    try {
      parse_parameters(changed);
    } catch (const dsne::InputError&) {
      continue;  // they do not go together
    }
    try {
      if (whole_run(changed) != as_given[i]) return true;
    } catch (const dsne::Error&) {
      return true;
    }
  }
  return false;
}

/// Adds the names of all that the first site of a run sends.
void add_sent(const Json& given, std::set<std::string>& sent) {
  Federation run = run_of(given);
  for (int round = 0; round < run.rounds(); ++round) {
    run.round();
    for (const auto& [name, value] : run.answers().at("a").items()) {
      if (name != dsne::exchange::masked_field) {
        sent.insert(name);
        continue;
      }
      for (const auto& [sum, term] : value.items()) {
        if (sum != dsne::exchange::one_per_site) sent.insert("masked " + sum);
      }
    }
  }
}

}  // namespace

TEST_CASE("a method's halves read the parameters that it says they read, and no others") {
  for (const Method* method : dsne::methods::known_methods()) {
    if (!method->needs_reference) continue;  // the golden runs of sphere have them
    CAPTURE(method->name);
    const std::vector<Json> runs = runs_of(*method);
    std::vector<std::string> as_given;
    for (const Json& run : runs) as_given.push_back(whole_run(run));
    const std::vector<std::string> of_landmarks =
        dsne::methods::with_own<dsne::methods::LandmarkOptions>({});
    for (const ParameterRule& rule : dsne::methods::parameter_rules()) {
      CAPTURE(rule.name);
      if (rule.name == "method") continue;
      const bool reading = std::ranges::count(method->parameters, rule.name) > 0;
      const bool before_rounds = std::ranges::count(of_landmarks, rule.name) > 0;
      if (reading && before_rounds) continue;  // where the reference points are found
      if (!reading && (sanitized || dsne::methods::reads(*method, rule.name))) continue;
      CHECK(makes_difference(rule, runs, as_given) == reading);
    }
    for (const std::string& name : method->parameters) CHECK(dsne::methods::is_parameter(name));
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
  std::map<std::string, std::set<std::string>> sent;
  for (const Json& given : all_runs()) add_sent(given, sent[given["method"].get<std::string>()]);
  add_sent(short_run("fedne", {{"surrogates", "sites"}}), sent["fedne"]);
  sent["sphere"].insert("masked products");  // of many regions: methods/sphere_test.cpp
  for (const Method* method : dsne::methods::known_methods()) {
    CAPTURE(method->name);
    CHECK(sent[method->name] == described(*method, dsne::phase::embed));
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

TEST_CASE("what a method's sent fields say of it") {
  using dsne::methods::find_method;
  CHECK(sends_sums(find_method("dsne")));
  CHECK_FALSE(sends_sums(find_method("dp-dsne")));
  for (const Method* method : dsne::methods::known_methods()) {
    CHECK(shows_records(*method) == method->name.starts_with("fed-"));
    CHECK(is_silent(*method) == (method->name == "single-shot"));
  }
}
