// Where nothing but the number of subjects may leave a site, or nothing beyond a guarantee,
// whatever a coordinator sends gets the same answer from two sites with different subjects.

#include <doctest/doctest.h>

#include <random>

#include "core/json_text.h"
#include "folders.h"
#include "small_federation.h"
#include "tools/process.h"

using dsne::Json;
using dsne::tools::ProcessResult;

namespace {

constexpr int changes_of_a_message = 12;

const std::string watched = "local0";

std::vector<Site> sites_with(const Json& inputs, const Json& settings,
                             const std::string& subjects) {
  std::vector<Site> sites = small_sites_with(inputs);
  for (Site& each : sites) {
    each.input["site_settings"]["share_places"] = false;
    each.input["site_settings"].update(settings);
  }
  sites[0].files[subjects_file] = subjects_csv(subjects, 24);
  return sites;
}

/// Every value in a message, as pointers to it.
std::vector<std::string> places_in(const Json& message) {
  std::vector<std::string> places;
  const Json flat = message.flatten();
  for (const auto& item : flat.items()) places.push_back(item.key());
  return places;
}

Json other_value(const Json& value, std::mt19937& random) {
  const auto pick = random() % 4;
  if (value.is_number()) {
    return pick == 0   ? Json(-value.get<double>())
           : pick == 1 ? Json(value.get<double>() * 1e6)
           : pick == 2 ? Json(0)
                       : Json(1e300);
  }
  if (value.is_string() && pick < 2) {
    std::string text = value;
    if (!text.empty()) text[random() % text.size()] = "aA0/"[random() % 4];
    return text;
  }
  return pick == 2 ? Json() : pick == 3 ? Json::array({1, 2}) : Json(7);
}

/// The message with one thing changed, left out or taken from another message.
Json changed(Json message, const std::vector<Json>& others, std::mt19937& random) {
  if (!others.empty() && random() % 6 == 0) return others[random() % others.size()];
  const std::vector<std::string> places = places_in(message);
  const Json::json_pointer place(places[random() % places.size()]);
  if (random() % 4 == 0 && message[place.parent_pointer()].is_object()) {
    message[place.parent_pointer()].erase(place.back());
  } else {
    message[place] = other_value(message[place], random);
  }
  return message;
}

/// What somebody sees of a call: what leaves the site, and what COINSTAC sends to all of an error.
/// The noise of a guarantee depends on the subjects, so with one only the form of numbers counts.
std::string seen(const ProcessResult& result, bool noisy) {
  if (result.exit_code != 0) return std::to_string(result.exit_code) + ' ' + result.err;
  Json output = Json::parse(result.out)["output"];
  if (noisy) {
    const Json flat = output.flatten();
    for (const auto& item : flat.items()) {
      if (item.value().is_number_float()) output[Json::json_pointer(item.key())] = 0.5;
    }
    if (output.contains("counts")) output["counts"] = output["counts"].size();
    if (output.contains("masked")) {
      for (Json& sum : output["masked"]) sum["uint64"] = sum["uint64"].dump().size();
    }
  }
  return output.dump();
}

/// Steps two federations with the messages of the first one's coordinator, and one site of each,
/// before each message, with changed ones.
void check_same_answers(const Json& inputs, const Json& settings, bool noisy) {
  SmallFederation first(sites_with(inputs, settings, "north"));
  SmallFederation second(sites_with(inputs, settings, "canary of others"));
  std::mt19937 random(7);
  std::vector<Json> told;
  int answered = 0;
  int refused = 0;
  const auto call = [](SmallFederation& federation, const Json& message) {
    Json in = federation.next_stdin();
    in["input"] = message;
    const auto output = federation.folders(watched).output;
    const auto files = snapshot(output);
    const ProcessResult result =
        dsne::tools::run_process(federation.node(watched).command, dsne::to_ascii(in));
    for (const auto& [name, content] : files) {
      if (name.back() != '/') write(output / name, content);
    }
    return result;
  };
  second.tamper = [&](const std::string& node, Json& input) {
    if (node != dsne::tools::coordinator_id && !told.empty()) input = told.back();
  };
  while (!first.finished()) {
    while (first.next().id != watched && !first.finished()) first.step();
    if (first.finished()) break;
    while (second.next().id != watched) second.step();
    const Json message = first.next_stdin()["input"];
    const std::vector<Json> before = told;
    if (message.contains("phase")) told.push_back(message);
    for (int i = 0; i < changes_of_a_message && message.contains("phase"); ++i) {
      const Json asked = changed(message, before, random);
      const ProcessResult a = call(first, asked);
      const ProcessResult b = call(second, asked);
      CAPTURE(asked.dump());
      CHECK(seen(a, noisy) == seen(b, noisy));
      ++(a.exit_code == 0 ? answered : refused);
    }
    first.step();
    second.step();
    if (!noisy) CHECK(first.exchanges().back().output == second.exchanges().back().output);
  }
  CHECK(answered > 0);
  CHECK(refused > 0);
}

}  // namespace

TEST_CASE("single-shot with nothing shared answers the same, whatever its subjects are") {
  check_same_answers({{"method", "single-shot"}}, Json::object(), false);
}

TEST_CASE("a private method's answers have the same form and errors, whatever its subjects are") {
  check_same_answers({{"method", "dp-density"}, {"simulation_seed", 3}},
                     {{"simulation", true}, {"epsilon_budget", 1000}}, true);
  check_same_answers({{"method", "dp-dsne"}, {"simulation_seed", 3}},
                     {{"simulation", true}, {"epsilon_budget", 1e9}}, true);
}
