// Runs in which a given reference is extended by landmarks for what it lacks.

#include <doctest/doctest.h>

#include <boost/filesystem/operations.hpp>

#include "federated/reference/learned_reference.h"
#include "folders.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;
namespace fs = boost::filesystem;

namespace {

/// A site's subjects from the one numbered `from` on are moved to where no reference point is.
void move_away(Site& site, int subjects, int from) {
  std::string& text = site.files[subjects_file];
  std::string moved;
  int row = -1;
  for (std::size_t begin = 0; begin < text.size(); ++row) {
    const std::size_t end = text.find('\n', begin);
    std::string line = text.substr(begin, end - begin);
    if (row >= from && row < subjects) line = line.substr(0, line.rfind(',')) + ",20.1";
    moved += line + '\n';
    begin = end + 1;
  }
  text = moved;
}

std::vector<Site> sites_with(const Json& inputs, bool lacking) {
  std::vector<Site> sites = {site_with_reference("north", 40), small_site("south", 40),
                             small_site("west", 30)};
  for (Site& site : sites) {
    site.input.merge_patch(inputs);
    site.input["jitter"] = 0;
  }
  if (lacking) {
    move_away(sites[0], 40, 20);
    move_away(sites[1], 40, 20);
  }
  return sites;
}

Site extending_site(Site site, const std::string& method) {
  site.input["reference"] = "extended";
  site.input["method"] = method;
  return site;
}

std::string extended(SmallFederation& federation, const std::string& node) {
  return content(federation.folders(node).output / "extended_reference.json");
}

}  // namespace

TEST_CASE("a group that the reference lacks gets landmarks, and the reports say so") {
  for (const char* method : {"dsne", "joint", "single-shot"}) {
    CAPTURE(method);
    SmallFederation federation(sites_with({{"method", method}, {"reference", "extended"}}, true));
    const Json result = federation.run();
    const std::string text = extended(federation, "remote");
    const auto reference = dsne::federated::parse_run_reference(text);
    REQUIRE(reference.added);
    CHECK(reference.points.values.rows() == 30);
    CHECK(reference.added->members.sum() == 40);
    CHECK(reference.added->members.minCoeff() >= 5);
    const auto landmarks = reference.added->landmarks.rows();
    CHECK(result["measures"][0]["value"] == 30 + landmarks);
    for (const char* site : {"local0", "local1", "local2"}) {
      CHECK(extended(federation, site) == text);
      const std::string page = content(federation.folders(site).output / "index.html");
      CHECK(contains(page, "The reference was extended for what it lacks"));
      CHECK(contains(page, std::to_string(landmarks) + " landmark"));
      CHECK_FALSE(contains(page, "epsilon, is 0"));
    }
    const fs::path joint = federation.folders("local0").output / "joint";
    CHECK(contains(content(joint / "index.html"), "The reference was extended for what it lacks"));
    CHECK(csv_cells(joint / "reference_embedding.csv").size() ==
          static_cast<std::size_t>(31 + landmarks));
  }
}

TEST_CASE("where nobody lacks anything the map is that of the reference as given, to the byte") {
  for (const char* method : {"dsne", "joint", "single-shot"}) {
    CAPTURE(method);
    SmallFederation given(sites_with({{"method", method}, {"reference", "given"}}, false));
    SmallFederation looked(sites_with({{"method", method}, {"reference", "extended"}}, false));
    given.run();
    looked.run();
    CHECK_FALSE(fs::exists(looked.folders("local0").output / "extended_reference.json"));
    for (const char* site : {"local0", "local1", "local2"}) {
      for (const char* file : {"embedding.csv", "joint/embedding.csv"}) {
        CHECK(content(given.folders(site).output / file) ==
              content(looked.folders(site).output / file));
      }
    }
    CHECK(contains(content(looked.folders("local1").output / "index.html"),
                   "found too few for a landmark"));
  }
}

TEST_CASE("while a reference is extended nothing legible leaves a site") {
  SmallFederation federation(sites_with({{"reference", "extended"}}, true));
  federation.run();
  int rounds = 0;
  int told = 0;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.node != "local1" || exchange.output["phase"] != "landmarks") continue;
    ++rounds;
    const bool asked = exchange.output.contains("masked");  // else the last sums were told
    CHECK(exchange.output.size() == (asked ? 3 : 2));
    told += asked ? 0 : 1;
  }
  CHECK(rounds > 4);
  CHECK(told <= 1);
}

TEST_CASE("an extension is refused by who does not want it, and where nothing is given") {
  check_coordinator_refuses(
      {small_site("north", 24), extending_site(small_site("south", 20), "dsne")},
      "were given different values of reference");
  std::vector<Site> sites = {small_site("north", 24), small_site("south", 20),
                             small_site("west", 16)};
  for (Site& site : sites) site = extending_site(site, "joint");
  check_coordinator_refuses(sites, "no site gives reference_data");
  check_site_refuses(extending_site(site_with_reference("north", 24), "fedne"),
                     "method fedne does not take reference extended");
}

TEST_CASE("a coordinator cannot skip or add what a site did not see come about") {
  SmallFederation federation(sites_with({{"reference", "extended"}}, true));
  federation.run_until("local0", "landmarks");
  SUBCASE("the stages of a reference that is learned") {
    check_refused_with(federation, "/input/stage", "mean", "stage is not the one expected");
  }
  SUBCASE("the map before the landmarks are found") {
    while (federation.next_stdin()["input"]["stage"] != "count") {
      federation.step();
      federation.run_until("local0", "landmarks");
    }
    Json in = federation.next_stdin();
    in["input"]["phase"] = "embed";
    check_refused(federation, in, "the remote began the map before landmarks were found");
  }
  SUBCASE("in a run with the reference as given") {
    SmallFederation given(sites_with({{"reference", "given"}}, true));
    given.run_until("local0", "embed");
    Json in = given.next_stdin();
    in["input"]["phase"] = "landmarks";
    in["input"]["stage"] = "lacking";
    check_refused(given, in, "the remote learns a reference where one is given");
  }
}

TEST_CASE("a step of an extension gives the same when it is made again") {
  SmallFederation first(sites_with({{"reference", "extended"}}, true));
  SmallFederation second(sites_with({{"reference", "extended"}}, true));
  second.sites_backwards = true;
  first.run();
  second.run();
  CHECK(extended(first, "local1") == extended(second, "local0"));
  CHECK(content(first.folders("local1").output / "embedding.csv") ==
        content(second.folders("local1").output / "embedding.csv"));
}

TEST_CASE("a run goes on the same when nodes are killed while its reference is extended") {
  SmallFederation plain(sites_with({{"reference", "extended"}}, true));
  SmallFederation killed(sites_with({{"reference", "extended"}}, true));
  killed.kill_calls_of("landmarks");
  plain.run();
  killed.run();
  CHECK(killed.answers() == plain.answers());
  for (const char* file : {"embedding.csv", "extended_reference.json"}) {
    CHECK(content(killed.folders("local1").output / file) ==
          content(plain.folders("local1").output / file));
  }
}
