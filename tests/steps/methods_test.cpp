// What whole runs of the methods must hold beside what the golden texts tell of them.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "text_search.h"

using dsne::Json;

namespace {

std::vector<Site> density_sites(const Json& inputs = Json::object(),
                                const Json& settings = Json::object()) {
  const auto sites =
      small_sites_with({{"method", "dp-density"}, {"dp_cells", 3}}, {{"epsilon_budget", 1.5}});
  return sites_with(sites, inputs, settings);
}

std::vector<Site> guaranteed_spheres(const Json& inputs = Json::object(),
                                     const Json& settings = Json::object()) {
  const auto sites = sites_with(sphere_sites(), {{"sphere_epsilon", 2}}, {{"epsilon_budget", 5}});
  return sites_with(sites, inputs, settings);
}

/// One subject's region has the same value at all times.
std::vector<Site> with_constant_region(std::vector<Site> sites) {
  std::string& text = sites[0].files["canary3.csv"];
  std::string constant = "Vis:0";
  for (int i = 0; i < 30; ++i) constant += ",1";
  text = constant + text.substr(text.find('\n'));
  return sites;
}

}  // namespace

TEST_CASE("single-shot: no epsilon is claimed if the number of subjects depends on the data") {
  for (const bool drops : {false, true}) {
    std::vector<Site> sites = single_shot_sites();
    if (drops) sites = sites_with(sites, {{"missing", "drop"}});
    sites[1].input["site_settings"]["share_places"] = false;
    FinishedRun federation(sites);
    for (const std::string& page : {federation.page("local1"), federation.joint_page()}) {
      CHECK(contains(page, "epsilon, is 0") == !drops);
      CHECK(contains(page, "no privacy guarantee covers that number") == drops);
    }
  }
}

TEST_CASE("dp-density: a site refuses what its guarantee does not cover") {
  check_site_refuses(density_sites(Json::object(), {{"share_places", true}})[1],
                     "method dp-density does not share positions");
  check_site_refuses(density_sites({{"dp_epsilon", 2}})[1],
                     "would pass this site's epsilon_budget");
}

TEST_CASE("dp-density: subjects unlike the reference, or incomplete, are counted") {
  std::vector<Site> sites = density_sites({{"missing", "impute"}, {"normalization", "zscore"}});
  std::string& text = sites[1].files[subjects_file];
  text = replaced(text, small_numbers("south", 20)[4][0], "");
  text = replaced(text, small_numbers("south", 20)[5][1], "1e30");
  text = replaced(text, small_numbers("south", 20)[6][2], "-1e29");
  FinishedRun federation(sites);
  CHECK(csv_cells(federation.output("local1") / "embedding.csv").size() == 1 + 20);
}

TEST_CASE("dp-density: the remote cannot get the counts twice") {
  SmallFederation federation(density_sites());
  federation.run_until("local1", "embed");
  Json again = federation.next_stdin();
  federation.step();
  again["cache"] = federation.node("local1").cache;
  again["input"]["round"] = again["input"]["round"].get<int>() + 1;
  // As in a step of COINSTAC, except for the message.
  federation.run_until("local1", "collect");
  check_refused(federation, again, "this run has one round, and it was made");
}

TEST_CASE("spectral-clustering: who shares no positions reveals its counts only in the sum") {
  std::vector<Site> sites = small_sites_with({{"method", "spectral-clustering"}});
  sites[1].input["site_settings"]["share_places"] = false;
  FinishedRun federation(sites);
  CHECK(federation.result.at("result").at("subjects") == 60);
  const auto joint = csv_cells(federation.joint() / "clusters.csv");
  REQUIRE(joint.size() == 4);
  CHECK(joint[2][0] == "local2");
  for (const Json& message : federation.sent_by("local1")) {
    CHECK_FALSE(message.contains("cluster_counts"));
  }
}

TEST_CASE("fed-tsne: a site sends distances once, and accepts only its own positions") {
  SmallFederation federation(small_sites_with({{"method", "fed-tsne"}}));
  federation.run_until("remote", "embed");
  check_refused_without(federation, "/input/local1/distances", "distances");
  federation.run_until("local1", "collect");
  check_refused_with(federation, "/input/phase", "embed", "this run has one round");
  const Json other = federation.next_stdin()["input"]["sealed_places"]["local0"];
  check_refused_with(federation, "/input/sealed_places/local1", other, "local1");
  check_refused_without(federation, "/input/sealed_places", "sealed_places");
  check_refused_without(federation, "/input/reference_places", "reference_places");
}

TEST_CASE("fedne as published: each site's surrogate goes to all, where all agree") {
  FinishedRun federation(
      sites_with(small_sites_with({{"method", "fedne"}, {"network_width", 8}}),
                 {{"surrogates", "sites"}, {"averaged", "weights"}, {"max_iterations", 6}}));
  int told = 0;
  int heard = 0;
  for (const Json& message : federation.sent_by("local1")) {
    told += message.contains("surrogate") ? 1 : 0;
  }
  for (const Json& message : federation.sent_by("remote")) {
    if (!message.contains("surrogates")) continue;
    CHECK(message["surrogates"].size() == 3);
    ++heard;
  }
  CHECK(told == 4);  // in the round before each that uses it, of six those from the third on
  CHECK(heard == 4);
  CHECK(contains(federation.page("local1"), "told all others how densely its own lie"));
}

TEST_CASE("sphere: sites whose regions differ make none") {
  std::vector<Site> sites = sphere_sites();
  for (auto& [name, text] : sites[2].files) {
    if (name != subjects_file) text = replaced(text, "Vis:0", "Vis:9");
  }
  SmallFederation federation(sites);
  federation.run_until("remote", "register");
  check_refused(federation,
                "method sphere needs the same measures at every site: site local0 lacks ");
}

TEST_CASE("sphere: a constant region is missing, which with a guarantee ends no run") {
  const std::vector<Site> sites = with_constant_region(sphere_sites());
  SmallFederation federation(sites);
  federation.run_until("local0", "reference", 2);
  check_refused(federation, "site_data lacks a measure of the run, or values of one");
  const auto subjects = [](const std::vector<Site>& some) {
    return FinishedRun(some).result.at("result").at("subjects");
  };
  CHECK(subjects(sites_with(sites, {{"missing", "drop"}})) == 38);
  CHECK(subjects(with_constant_region(guaranteed_spheres())) == 39);
}

TEST_CASE("sphere: with a guarantee a run reports its cost, and flags nobody") {
  FinishedRun federation(guaranteed_spheres());
  const Json& result = federation.result.at("result");
  CHECK(result["mean_distances"].is_null());
  CHECK(result["ordinary_distances"].is_null());
  CHECK(result["noise"] > 0);
  CHECK(result["fit"]["varying"].empty());
  const std::string page = federation.page("local1");
  CHECK(contains(page, "differentially private with epsilon 2 at delta 1e-05"));
  CHECK(contains(
      page,
      "even if the coordinator colludes with up to 1 site, as long as the other sites are real"));
  CHECK(contains(page, "Nobody is flagged: with a guarantee"));
  CHECK_FALSE(contains(page, "without a guarantee"));
  CHECK(contains(federation.joint_page(), "noise on each correlation of the network"));
  for (const char* site : {"local0", "local1", "local2"}) {
    const std::vector<Json> releases = federation.releases_of(site);
    REQUIRE(releases.size() == 1);
    CHECK(releases[0].at("mechanism") == "distributed discrete gaussian");
  }
}

TEST_CASE("sphere: a site takes part in no guarantee beyond its budget or trust") {
  check_site_refuses(guaranteed_spheres(Json::object(), {{"epsilon_budget", 1.9}})[1],
                     "would pass this site's epsilon_budget");
  check_site_refuses(guaranteed_spheres({{"sphere_epsilon", 0.001}})[1],
                     "must be 0, or at least 0.01");
  check_site_refuses(guaranteed_spheres({{"simulation_seed", 3}}, {{"simulation", true}})[1],
                     "do not go together");
  SmallFederation federation(
      guaranteed_spheres(Json::object(), {{"known_keys", {std::string(64, 'a')}}}));
  federation.run_until("local0", "reference", 2);
  check_refused(federation, "not on this site's known_keys: local1, local2");
}

TEST_CASE("sphere: a coordinator gets one noisy sum per run, and no other") {
  SmallFederation federation(guaranteed_spheres());
  federation.run_until("local0", "embed");
  const Json size = federation.next_stdin()["input"];
  federation.step();
  federation.run_until("local0", "embed");
  const Json noisy = federation.next_stdin()["input"];
  CHECK(noisy["stage"] == "noisy");
  for (const char* stage : {"networks", "distances"}) {
    check_refused_with(federation, "/input/stage", stage, "stage is not the one expected");
  }
  federation.step();
  federation.run_until("local0", "report");
  for (const Json& asked : {noisy, size}) {
    Json again = federation.next_stdin();
    const Json round = again["input"]["round"];
    again["input"] = asked;
    again["input"]["round"] = round;
    check_refused(federation, again, "");
  }
}
