// Runs with method joint.

#include <doctest/doctest.h>

#include <cmath>

#include "folders.h"
#include "packed.h"
#include "refusal.h"
#include "small_federation.h"
#include "tools/process.h"

using dsne::Json;

namespace {

std::vector<Site> joint_sites() { return small_sites_with({{"method", "joint"}}); }

const std::string by_coordinator = "the remote's message: ";
const std::string by_site = "the message of site local1: ";

}  // namespace

TEST_CASE("joint: everyone's places in every round, and a map of all subjects") {
  SmallFederation federation(joint_sites());
  federation.run();
  std::vector<Json> messages;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.node == "remote" && exchange.output["phase"] == "embed") {
      messages.push_back(exchange.output);
    }
  }
  REQUIRE(messages.size() == 5);
  CHECK(messages[0]["site_points"] == Json{{"local0", 24}, {"local1", 20}, {"local2", 16}});
  CHECK_FALSE(messages[0].contains("places"));
  for (std::size_t round = 1; round < messages.size(); ++round) {
    CHECK(messages[round]["iteration"] == round - 1);
    CHECK(messages[round]["places"]["local1"]["rows"] == 20);
  }
  const auto output = federation.folders("local1").output;
  CHECK(csv_cells(output / "embedding.csv").size() == 1 + 20);
  CHECK(csv_cells(output / "joint" / "embedding.csv").size() == 1 + 30 + 24 + 20 + 16);
  CHECK(content(output / "index.html").find("method joint") != std::string::npos);
  CHECK(content(output / "joint" / "index.html").find("protects nobody") != std::string::npos);
}

TEST_CASE("joint: each step made again gives the same bytes") {
  SmallFederation federation(joint_sites());
  federation.run_until("local0", "report");
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.output["phase"] != "embed") continue;
    const dsne::tools::ProcessResult again =
        dsne::tools::run_process(federation.node(exchange.node).command, exchange.in);
    CHECK(again.out == exchange.out);
  }
}

TEST_CASE("joint: a site that does not share its places refuses the run") {
  std::vector<Site> sites = joint_sites();
  sites[1].input["site_settings"].update(Json{{"share_places", false}});
  check_site_refuses(sites[1], "method joint shows every site the others' places");
}

TEST_CASE("joint: in space, with a site of one subject, alone") {
  std::vector<Site> sites = {site_with_reference("north", 24), small_site("south", 1)};
  SUBCASE("in space") {
    for (Site& site : sites) site.input["no_dims"] = 3;
  }
  SUBCASE("alone") { sites.pop_back(); }
  for (Site& site : sites) site.input["method"] = "joint";
  SmallFederation federation(sites);
  federation.run();
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const auto own =
        csv_cells(federation.folders(dsne::tools::site_id(i)).output / "embedding.csv");
    CHECK(own.size() == (i == 0 ? 25 : 2));
    for (std::size_t row = 1; row < own.size(); ++row) CHECK(std::isfinite(std::stod(own[row][1])));
  }
}

TEST_CASE("joint: what a site refuses of the coordinator's messages") {
  SmallFederation federation(joint_sites());
  federation.run_until("local1", "embed");
  for (const Json& value : {Json(nullptr), Json(21), Json(0), Json("31337")}) {
    check_refused_with(federation, "/input/site_points/local1", value, by_coordinator);
  }
  check_refused_with(federation, "/input/site_points/local2", 0, by_coordinator + "local2");
  check_refused_without(federation, "/input/site_points/local1", by_coordinator + "site_points");
  check_refused_without(federation, "/input/site_points", by_coordinator + "site_points");
  federation.step();
  federation.run_until("local1", "embed");
  const Json coordinates = federation.next_stdin()["input"]["places"]["local2"];
  for (const Json& value : damaged(coordinates)) {
    check_refused_with(federation, "/input/places/local2", value, by_coordinator + "local2");
  }
  check_refused_with(federation, "/input/places/local3", coordinates, by_coordinator + "places");
  check_refused_without(federation, "/input/places/local2", by_coordinator + "places");
  check_refused_without(federation, "/input/places", by_coordinator + "places");
  check_refused_with(federation, "/input/iteration", 3, by_coordinator + "iteration");
  check_refused_with(federation, "/input/reference_places", coordinates,
                     by_coordinator + "reference_places must be 30 rows of 2 packed numbers");
  check_refused_with(federation, "/cache/method/site_points/local2", 17, by_coordinator + "local2");
  check_refused_with(federation, "/cache/method/velocity", nullptr, "the site's cache");
  federation.run();
}

TEST_CASE("joint: what the coordinator refuses of a site's messages") {
  SmallFederation federation(joint_sites());
  federation.run_until("remote", "embed");
  for (const std::string when : {"first", "later"}) {
    CAPTURE(when);
    for (const Json& value : damaged(federation.next_stdin()["input"]["local1"]["places"])) {
      check_refused_with(federation, "/input/local1/places", value, by_site + "places");
    }
    check_refused_without(federation, "/input/local1/places", by_site + "places");
    federation.step();
    federation.run_until("remote", "embed");
  }
  const Json pull = federation.next_stdin()["input"]["local1"]["reference_attraction"];
  for (const Json& value : damaged(pull)) {
    check_refused_with(federation, "/input/local1/reference_attraction", value,
                       by_site + "reference_attraction");
  }
  check_refused_without(federation, "/input/local1/reference_attraction",
                        by_site + "reference_attraction");
  Json in = federation.next_stdin();
  for (const char* name : {"places", "reference_attraction"}) {
    Json& matrix = in["input"]["local1"][name];
    matrix = with_number(matrix, 0, 1e308);
  }
  check_refused(federation, in, by_site);
  federation.run();
}
