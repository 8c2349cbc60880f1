// Whole runs with method sphere.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>

#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "text_search.h"

using dsne::Json;

namespace {

std::vector<Site> guaranteed_sites(const Json& inputs = Json::object(),
                                   const Json& settings = Json::object()) {
  const auto sites = sites_with(sphere_sites(), {{"sphere_epsilon", 2}},
                                {{"epsilon_budget", 5}, {"share_labels", false}});
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

TEST_CASE("networks are summed over all sites that have met, so none of them may be lost") {
  const std::vector<Site> sites = sites_with(sphere_sites(), {{"at_least_sites", 2}});
  SmallFederation met(sites);
  met.run_until("local1", "embed");
  met.lose("local1");
  met.run_until("remote", "embed");
  check_refused(met, "site local1 did not answer in phase embed, and method sphere adds up masked");
  SmallFederation absent(sites);
  absent.run_until("local1", "register");
  absent.lose("local1");
  CHECK(absent.run().at("sites").size() == 2);
}

TEST_CASE("a run of method sphere ends in a sphere for all and subjects beside it at each site") {
  FinishedRun federation(sites_with(sphere_sites(), {{"perplexity", 5}}));
  const Json& result = federation.result.at("result");
  CHECK(result["regions"].size() == series_regions);
  CHECK(result["networks"][0] == "Vis");
  CHECK(result["subjects"] == 39);
  CHECK(result["fit"]["minimised"]["stress"] <= result["fit"]["closed"]["stress"]);
  const auto own = federation.output("local1");
  const auto subjects = csv_cells(own / "subjects.csv");
  REQUIRE(subjects.size() == 14);
  CHECK(subjects[0][0] == "id");
  CHECK(subjects[0][4] == "Vis:0");
  CHECK(subjects[1][0] == subject_id("south", 1));
  CHECK(subjects[1].size() == 4 + series_regions);
  CHECK(content(own / "sphere.csv") == content(own / "joint" / "sphere.csv"));
  CHECK(csv_cells(own / "sphere.csv").size() == series_regions + 1);
  CHECK(contains(federation.page("local1"), subject_id("south", 2)));
  CHECK_FALSE(contains(federation.joint_page(), secret_word));
  const Json told = Json::parse(content(own / "joint" / "result.json"));
  CHECK(told.at("result") == result);
  CHECK(told.at("note") ==
        "Set for this run, but without effect with method sphere: perplexity, max_iterations.");
  CHECK(content(own / "private_subjects.bin").size() < 200);
}

TEST_CASE("only masked sums of subjects' networks leave a site") {
  FinishedRun federation(sphere_sites());
  int masked = 0;
  for (const Exchange& exchange : federation.exchanges()) {
    CHECK_FALSE(contains(exchange.output.dump(), secret_word));
    if (exchange.node == "remote" || exchange.output["phase"] != "embed") continue;
    for (const auto& item : exchange.output.items()) {
      CHECK((item.key() == "phase" || item.key() == "round" || item.key() == "regions" ||
             item.key() == "masked"));
    }
    masked += exchange.output.contains("masked") ? 1 : 0;
  }
  CHECK(masked == 9);
}

TEST_CASE("networks after Fisher's z are a fault at registration") {
  Site site = sphere_sites()[1];
  site.input["data_format"] = "connectivity";
  for (auto& [name, text] : site.files) {
    if (name != subjects_file)
      text = "1,1.5,0.2,0.1\n1.5,1,0.3,0.2\n0.2,0.3,1,0.4\n0.1,0.2,0.4,1\n";
  }
  check_site_refuses(site, "method sphere needs correlations, from -1 to 1");
}

TEST_CASE("sites whose regions differ make no sphere") {
  std::vector<Site> sites = sphere_sites();
  for (auto& [name, text] : sites[2].files) {
    if (name != subjects_file) text = replaced(text, "Vis:0", "Vis:9");
  }
  SmallFederation federation(sites);
  federation.run_until("remote", "register");
  check_refused(federation,
                "method sphere needs the same measures at every site: site local0 lacks ");
}

TEST_CASE("a constant region is missing") {
  const std::vector<Site> sites = with_constant_region(sphere_sites());
  SUBCASE("and ends the run") {
    SmallFederation federation(sites);
    federation.run_until("local0", "reference", 2);
    check_refused(federation, "site_data lacks a measure of the run, or values of one");
  }
  SUBCASE("or excludes the subject") {
    const FinishedRun federation(sites_with(sites, {{"missing", "drop"}}));
    CHECK(federation.result.at("result").at("subjects") == 38);
  }
}

TEST_CASE("with a guarantee a run ends in a sphere, reports its cost, and flags nobody") {
  FinishedRun federation(guaranteed_sites());
  const Json& result = federation.result.at("result");
  CHECK(result["subjects"] == 39);
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
  const std::string joint = federation.joint_page();
  CHECK(contains(joint, "noise on each correlation of the network"));
  CHECK(contains(joint, "differentially private with epsilon 2"));
  CHECK(csv_cells(federation.output("local1") / "sphere.csv")[0].back() == "disk_y");
  const Json told = Json::parse(content(federation.joint() / "result.json"));
  CHECK(told.at("privacy").at("colluding_sites") == 1);
  for (const char* site : {"local0", "local1", "local2"}) {
    const std::vector<Json> releases = federation.releases_of(site);
    REQUIRE(releases.size() == 1);
    CHECK(releases[0].at("mechanism") == "distributed discrete gaussian");
  }
}

TEST_CASE("a site takes part in no guarantee beyond its budget or trust") {
  check_site_refuses(guaranteed_sites(Json::object(), {{"epsilon_budget", 1.9}})[1],
                     "would pass this site's epsilon_budget");
  check_site_refuses(guaranteed_sites({{"sphere_epsilon", 0.001}})[1],
                     "must be 0, or at least 0.01");
  check_site_refuses(guaranteed_sites({{"simulation_seed", 3}}, {{"simulation", true}})[1],
                     "do not go together");
  SmallFederation federation(
      guaranteed_sites(Json::object(), {{"known_keys", {std::string(64, 'a')}}}));
  federation.run_until("local0", "reference", 2);
  check_refused(federation, "not on this site's known_keys: local1, local2");
}

TEST_CASE("a coordinator gets one noisy sum per run, and no other") {
  SmallFederation federation(guaranteed_sites());
  federation.run_until("local0", "embed");
  const Json size = federation.next_stdin()["input"];
  federation.step();
  federation.run_until("local0", "embed");
  const Json noisy = federation.next_stdin()["input"];
  CHECK(noisy["stage"] == "noisy");
  check_refused_with(federation, "/input/stage", "networks", "stage is not the one expected");
  check_refused_with(federation, "/input/stage", "distances", "stage is not the one expected");
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

TEST_CASE("with a guarantee a constant region, or a missing scan's row, ends no run") {
  const FinishedRun federation(with_constant_region(guaranteed_sites()));
  CHECK(federation.result.at("result").at("subjects") == 39);
}
