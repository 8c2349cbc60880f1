// Runs with method joint.

#include <doctest/doctest.h>

#include <algorithm>
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
const std::string not_the_sum = " is not the sum of what the sites have sent";

/// Makes all calls before the one in which `node` answers a message of this stage, or to it.
void run_until_stage(SmallFederation& federation, const std::string& node,
                     const std::string& stage) {
  const auto stage_now = [&] {
    for (auto it = federation.exchanges().rbegin(); it != federation.exchanges().rend(); ++it) {
      if (it->node == "remote") return it->output.value("stage", "");
    }
    return std::string();
  };
  while (federation.next().id != node || stage_now() != stage) {
    REQUIRE_FALSE(federation.finished());
    federation.step();
  }
}

std::vector<Json> messages_of(const SmallFederation& federation, const std::string& node) {
  std::vector<Json> messages;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.node == node && exchange.output["phase"] == "embed") {
      messages.push_back(exchange.output);
    }
  }
  return messages;
}

}  // namespace

TEST_CASE("joint: sums over cells in every round, nobody's place, and a map of all subjects") {
  SmallFederation federation(joint_sites());
  federation.run();
  const std::vector<Json> messages = messages_of(federation, "remote");
  std::vector<std::string> stages;
  for (const Json& message : messages) {
    stages.push_back(message["stage"]);
    CHECK_FALSE(message.contains("places"));
    CHECK(message.contains("cell_sums") == (message["stage"] == "iterate"));
    CHECK(message.contains("reference_attraction") == (message.value("iteration", 0) > 0));
  }
  REQUIRE(stages.size() >= 4 + 4);
  CHECK(stages[0] == "size");
  CHECK(stages[1] == "count");
  CHECK(stages[2] == "veto");
  CHECK(stages[stages.size() - 5] == "start");
  for (int t = 0; t < 4; ++t) {
    const Json& message = messages[messages.size() - 4 + static_cast<std::size_t>(t)];
    CHECK(message["stage"] == "iterate");
    CHECK(message["iteration"] == t);
  }
  for (const Json& message : messages_of(federation, "local1")) {
    CHECK(message.size() == 3);  // phase, round, and what is masked
    CHECK(message.contains("masked"));
  }
  const auto output = federation.folders("local1").output;
  CHECK(csv_cells(output / "embedding.csv").size() == 1 + 20);
  CHECK(csv_cells(output / "joint" / "embedding.csv").size() == 1 + 30 + 24 + 20 + 16);
  CHECK(content(output / "index.html").find("method joint") != std::string::npos);
  CHECK(content(output / "joint" / "index.html").find("cells of at least 5 subjects") !=
        std::string::npos);
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

TEST_CASE("joint: a site that keeps its places takes part, and they stay with it") {
  std::vector<Site> sites = joint_sites();
  sites[1].input["site_settings"].update(Json{{"share_places", false}});
  SmallFederation federation(sites);
  federation.run();
  CHECK(csv_cells(federation.folders("local1").output / "embedding.csv").size() == 1 + 20);
  CHECK(csv_cells(federation.folders("local1").output / "joint" / "embedding.csv").size() ==
        1 + 30 + 24 + 16);
}

TEST_CASE("joint: in space, alone, and with a subject of few others") {
  std::vector<Site> sites = {site_with_reference("north", 24), small_site("south", 1)};
  for (Site& site : sites) site.input["method"] = "joint";
  SUBCASE("in space") {
    for (Site& site : sites) {
      site.input["no_dims"] = 3;
      site.input["least_members"] = 1;
    }
  }
  SUBCASE("alone") { sites.pop_back(); }
  SUBCASE("one of too few is refused") {
    SmallFederation federation(sites);
    const auto cells_left = [&] {
      const std::vector<int> cells = federation.next_stdin()["cache"]["method"]["cells"];
      return 1 + *std::max_element(cells.begin(), cells.end());
    };
    run_until_stage(federation, "remote", "veto");
    while (cells_left() > 1) {
      federation.step();
      run_until_stage(federation, "remote", "veto");
    }
    check_refused(federation, federation.next_stdin(), "too few subjects for sums");
    return;
  }
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
  run_until_stage(federation, "local1", "size");
  check_refused_with(federation, "/input/stage", "iterate", by_coordinator + "stage");
  check_refused_without(federation, "/input/stage", by_coordinator + "stage");
  run_until_stage(federation, "local1", "count");
  const Json sizes = federation.next_stdin()["input"]["subjects"];
  check_refused_with(federation, "/input/subjects", with_another_word(sizes),
                     by_coordinator + "subjects" + not_the_sum);
  run_until_stage(federation, "local1", "veto");
  const Json members = federation.next_stdin()["input"]["members"];
  check_refused_with(federation, "/input/members", with_another_word(members),
                     by_coordinator + "members" + not_the_sum);
  check_refused_with(federation, "/input/members/check", sizes["check"],
                     by_coordinator + "members" + not_the_sum);
  for (const Json& value : with_damaged_members(members, "uint64")) {
    check_refused_with(federation, "/input/members", value, by_coordinator + "members");
  }
  check_refused_without(federation, "/input/members/check", by_coordinator + "members");
  check_refused_without(federation, "/input/members", by_coordinator + "members");
  run_until_stage(federation, "local1", "iterate");
  for (const Json& value : damaged(federation.next_stdin()["input"]["reference_places"])) {
    check_refused_with(federation, "/input/reference_places", value,
                       by_coordinator + "reference_places");
  }
  for (const char* name : {"reference_places", "cell_sums", "cell_products"}) {
    check_refused_without(federation, std::string("/input/") + name, by_coordinator + name);
  }
  check_refused_with(federation, "/input/iteration", 3, by_coordinator + "iteration");
  for (const char* name : {"velocity", "nearest", "cells", "members", "answered", "reference"}) {
    check_refused_with(federation, std::string("/cache/method/") + name, nullptr,
                       "the site's cache");
  }
  check_refused_with(federation, "/cache/method/nearest/0", 30, "the site's cache");
  check_refused_with(federation, "/cache/method/cells/0", -1, "the site's cache");
  federation.step();
  run_until_stage(federation, "local1", "iterate");
  const Json said = federation.next_stdin()["input"];
  REQUIRE(said["iteration"] == 1);
  check_refused_with(
      federation, "/input/reference_places",
      with_number(said["reference_places"], 7, numbers_of(said["reference_places"])[7] + 0.01),
      by_coordinator + "reference_places is not what the sums over the sites make it");
  check_refused_without(federation, "/input/reference_attraction",
                        by_coordinator + "reference_attraction");
  check_refused_with(federation, "/input/reference_attraction",
                     with_another_word(said["reference_attraction"]),
                     by_coordinator + "reference_attraction" + not_the_sum);
  federation.run_until("local1", "collect");
  check_refused_with(federation, "/input/reference_places", said["reference_places"],
                     by_coordinator + "reference_places is not what the sums over the sites");
  federation.run();
}

TEST_CASE("joint: what the coordinator refuses of a site's messages") {
  SmallFederation federation(joint_sites());
  const auto check_term = [&](const std::string& name) {
    const std::string place = "/input/local1/masked/" + name;
    for (const Json& value : {Json(), Json("x"), Json::object()}) {
      check_refused_with(federation, place, value, by_site + name);
    }
    check_refused_with(federation, place + "/uint64", "!", by_site + name);
    check_refused_with(federation, place + "/rows", 1000, by_site + name);
    if (federation.next_stdin()[Json::json_pointer(place)].contains("check")) {
      check_refused_with(federation, place + "/check", "AAAA", by_site + name + ": check");
      check_refused_without(federation, place + "/check", by_site + name + ": check");
    }
    check_refused_without(federation, place, by_site + name);
  };
  run_until_stage(federation, "remote", "size");
  check_term("subjects");
  run_until_stage(federation, "remote", "count");
  check_term("members");
  run_until_stage(federation, "remote", "veto");
  check_term("vetoes");
  run_until_stage(federation, "remote", "start");
  check_term("cell_sums");
  check_term("cell_products");
  run_until_stage(federation, "remote", "iterate");
  check_term("reference_attraction");
  check_refused_without(federation, "/input/local1/masked", by_site + "masked");
  for (const char* name : {"places", "gains", "cells", "members", "sums", "stage"}) {
    check_refused_with(federation, std::string("/cache/method/") + name, nullptr,
                       "the remote's cache");
  }
  federation.run();
}
