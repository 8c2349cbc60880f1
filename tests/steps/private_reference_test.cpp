// Runs without a given reference, which draw one with a guarantee.

#include <doctest/doctest.h>

#include "core/phase.h"
#include "data/reference_csv.h"
#include "folders.h"
#include "privacy/cost.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;

namespace {

Json bounds() {
  Json bounds = Json::object();
  for (int f = 1; f <= 5; ++f) bounds["canary_f" + std::to_string(f)] = {-40, 40};
  return bounds;
}

std::vector<Site> noisy_sites(const Json& inputs = Json::object(),
                              const Json& settings = Json::object()) {
  const auto sites = sites_with(sites_without_reference(),
                                {{"method", "single-shot"},
                                 {"reference", "guaranteed"},
                                 {"reference_epsilon", 2},
                                 {"feature_bounds", bounds()},
                                 {"perplexity", 8}},
                                {{"epsilon_budget", 5}, {"share_places", false}});
  return sites_with(sites, inputs, settings);
}

double spent(const std::vector<Json>& releases) {
  dsne::privacy::Cost all;
  for (const Json& release : releases) {
    const dsne::privacy::GaussianDp each(release.at("mu").get<double>());
    all = compose(all, dsne::privacy::Cost(each));
  }
  return all.epsilon(1e-5);
}

}  // namespace

TEST_CASE("a run draws a reference with a guarantee, and reports its cost") {
  FinishedRun federation(noisy_sites());
  const std::string text = content(federation.output("remote") / "reference.csv");
  const auto reference = dsne::data::parse_reference_csv(text);
  CHECK(reference.values.rows() == 100);
  CHECK(reference.features ==
        std::vector<std::string>{"canary_f1", "canary_f2", "canary_f3", "canary_f4", "canary_f5"});
  for (const char* site : {"local0", "local1", "local2"}) {
    CHECK(content(federation.output(site) / "reference.csv") == text);
    const std::string page = federation.page(site);
    CHECK(contains(page, "100 synthetic subjects, from masked sums with noise"));
    CHECK(contains(page, "an epsilon of 2"));
    CHECK_FALSE(contains(page, "no privacy guarantee covers them"));
    const auto releases = federation.releases_of(site);
    CHECK(releases.size() == 6);
    CHECK(spent(releases) <= 2);
    CHECK(spent(releases) > 1.99);
  }
}

TEST_CASE("the counts of dp-density and its reference are paid from one budget") {
  const Json inputs = {{"method", "dp-density"}, {"dp_epsilon", 1}, {"dp_cells", 4}};
  FinishedRun federation(noisy_sites(inputs));
  const auto releases = federation.releases_of("local1");
  CHECK(releases.size() == 7);
  CHECK(spent(releases) > 2);
  CHECK(spent(releases) < 2.5);
  const std::string page = federation.page("local1");
  CHECK(contains(page, "including the reference"));
}

TEST_CASE(
    "the noise of a reference is of all sites together, so none may be lost until it is there") {
  const Json inputs = {{"method", "dp-density"}, {"dp_cells", 4}, {"at_least_sites", 2}};
  for (const char* phase : {"reference", "landmarks"}) {
    SmallFederation federation(noisy_sites(inputs));
    federation.run_until("local1", phase);
    federation.lose("local1");
    federation.run_until("remote", phase);
    check_refused(federation, std::string("site local1 did not answer in phase ") + phase +
                                  ", and a reference with a guarantee adds up masked sums");
  }
  SmallFederation drawn(noisy_sites(inputs));
  drawn.run_until("local1", "embed");
  drawn.lose("local1");
  drawn.run();
  CHECK(contains(drawn.joint_page(), "went on without site local1"));
}

TEST_CASE("a run does not begin at a site whose budget, or trust in others, it passes") {
  check_site_refuses(noisy_sites(Json::object(), {{"epsilon_budget", 1.9}})[1],
                     "would pass this site's epsilon_budget");
  Site without = noisy_sites()[1];
  without.input["site_settings"].erase("epsilon_budget");
  check_site_refuses(without, "a reference with a guarantee needs epsilon_budget");
  check_site_refuses(noisy_sites(Json::object(), {{"least_colluding", 2}})[1],
                     "parameter dp_colluding is 1, below this site's least_colluding, which is 2");
  check_site_refuses(noisy_sites({{"missing", "error"}})[1], "needs missing impute");
  check_site_refuses(noisy_sites({{"reference_epsilon", 0.001}})[1],
                     "parameter reference_epsilon must be a number from 0.01 to 100");
  check_site_refuses(noisy_sites({{"simulation_seed", 3}}, {{"simulation", true}})[1],
                     "do not go together");
  Json other = bounds();
  other["a_measure"] = {0, 1};
  check_site_refuses(noisy_sites({{"feature_bounds", other}})[1], "site_data");
  SmallFederation federation(noisy_sites({{"dp_colluding", 3}}));
  federation.run_until("local0", "landmarks");
  check_refused(federation, "needs more sites than dp_colluding");
}

TEST_CASE("without public bounds no reference is drawn with a guarantee") {
  check_coordinator_refuses(noisy_sites({{"feature_bounds", Json::object()}}),
                            "needs feature_bounds");
}

TEST_CASE("with known keys a site accepts no noise from other sites") {
  const std::string stranger(64, 'a');
  SmallFederation federation(noisy_sites(Json::object(), {{"known_keys", {stranger}}}));
  federation.run_until("local0", "landmarks");
  check_refused(federation, "not on this site's known_keys: local1, local2");
}

TEST_CASE("a coordinator can neither skip the drawing nor change the questions") {
  SmallFederation federation(noisy_sites());
  federation.run_until("local0", "landmarks");
  check_refused_with(federation, "/input/stage", "cells", "stage is not the one expected");
  federation.step();
  federation.run_until("local0", "landmarks");
  check_refused_with(federation, "/input/stage", "centre", "stage is not the one expected");
}

TEST_CASE("a site takes part once, and only with the features that the owner named") {
  SmallFederation federation(noisy_sites());
  federation.run_until("local0", "landmarks");
  const Json first = federation.next_stdin()["input"];
  check_refused_with(federation, "/input/features/0", "canary_f2", "features");
  federation.run_until("local0", "embed");
  Json again = federation.next_stdin();
  Json asked = first;
  asked["round"] = again["input"]["round"];
  again["input"] = asked;
  check_refused(federation, again, "draws a reference although the run has one");
  federation.run_until("local0", "embed");
}

TEST_CASE("a missing value stays missing, and the columns' content is not revealed") {
  std::vector<Site> sites = noisy_sites();
  std::string& table = sites[1].files.at(subjects_file);
  const auto row = table.find('\n') + 1;
  const auto end = table.find('\n', row);
  table.replace(table.rfind(',', end) + 1, end - table.rfind(',', end) - 1, "");
  FinishedRun federation(sites);
  SmallFederation whole(noisy_sites());
  whole.run_until("remote", "register");
  for (std::size_t site = 0; site < 3; ++site) {
    const Json& told = federation.exchanges()[site].output["table"];
    CHECK(told["by_header"] == true);
    CHECK(told["names"].size() == 5);
    CHECK(told == whole.exchanges()[site].output["table"]);
  }
}
