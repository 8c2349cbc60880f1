// Sites that stop answering: a run goes on without them where parameter at_least_sites allows it.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "small_summaries.h"
#include "text_search.h"

using dsne::Json;

namespace {

constexpr const char* silent = "site local1 did not answer";
constexpr const char* went_on = "This run went on without site local1: it stopped answering";

std::vector<Site> sites_on_summaries(int at_least) {
  return sites_with(summary_sites(), {{"at_least_sites", at_least}});
}

std::vector<Site> tolerant_sites(const Json& inputs, const Json& settings = Json::object()) {
  return sites_with(small_sites_with({{"at_least_sites", 2}}), inputs, settings);
}

/// Loses site local1 before it answers the coordinator for the `time`th time.
void lose_at(SmallFederation& federation, int time) {
  for (int turns = 0;; federation.step()) {
    REQUIRE_FALSE(federation.finished());
    if (federation.next().id == "local1" && ++turns == time) break;
  }
  federation.lose("local1");
}

void check_reports(SmallFederation& federation) {
  for (const char* site : {"local0", "local2"}) {
    CHECK(contains(content(federation.output(site) / "joint" / "index.html"), went_on));
  }
  CHECK(Json::parse(content(federation.joint() / "metrics.json"))["lost_sites"] == Json{"local1"});
}

std::size_t rows(SmallFederation& federation) {
  return csv_cells(federation.joint() / "summary_embedding.csv").size();
}

}  // namespace

TEST_CASE("a run on summaries goes on without a site that is lost before its summary is there") {
  for (const int time : {1, 2, 3}) {
    CAPTURE(time);
    SmallFederation federation(sites_on_summaries(2));
    lose_at(federation, time);
    const Json result = federation.run();
    check_reports(federation);
    CHECK(contains(federation.page("local0"), went_on));
    CHECK(result["sites"].size() == 2);
    CHECK(rows(federation) == 1 + 11 + 9);
  }
}

TEST_CASE("a summary that has arrived stays on the map when its site is lost") {
  for (const int time : {4, 5, 6}) {
    CAPTURE(time);
    SmallFederation federation(sites_on_summaries(2));
    lose_at(federation, time);
    const Json result = federation.run();
    check_reports(federation);
    CHECK(rows(federation) == 1 + 11 + 10 + 9);
    CHECK(result["sites"].size() == 3);
    const std::string joint = federation.joint_page();
    CHECK(contains(joint, "<th scope=\"row\">local1</th><td>100</td><td>10 groups</td>"));
  }
}

TEST_CASE("by default, and below at_least_sites, a run ends without a site") {
  SmallFederation all(sites_on_summaries(0));
  lose_at(all, 2);
  all.run_until("remote", "reference");
  check_refused(all, silent);

  SmallFederation three(sites_on_summaries(3));
  lose_at(three, 1);
  three.run_until("remote", "register");
  check_refused(three,
                "site local1 did not answer, and with 2 sites left the run ends: "
                "at_least_sites is 3");

  SmallFederation two(sites_on_summaries(2));
  lose_at(two, 4);
  two.lose("local2");
  two.run_until("remote", "reference");
  check_refused(two, "sites local1 and local2 did not answer, and with 1 site left");
}

TEST_CASE("sites are lost one after the other down to at_least_sites") {
  SmallFederation federation(sites_on_summaries(1));
  lose_at(federation, 3);
  federation.run_until("local2", "collect");
  federation.lose("local2");
  federation.run();
  CHECK(contains(federation.joint_page(),
                 "went on without sites local1, local2: they stopped answering"));
  CHECK(rows(federation) == 1 + 11 + 9);
}

TEST_CASE("an engine that leaves out what did not register is held to at_least_sites, too") {
  SmallFederation federation(sites_on_summaries(3));
  federation.run_until("remote", "register");
  check_refused_without(federation, "/input/local2", "2 sites take part; at_least_sites is 3");
}

TEST_CASE("who answers too late is not heard, and has a report of its own") {
  SmallFederation federation(sites_on_summaries(2));
  federation.tamper = [](const std::string& node, Json& input) {
    if (node == "remote" && input["local1"]["phase"] == "collect") input["local1"] = nullptr;
  };
  federation.run();
  check_reports(federation);
  CHECK(rows(federation) == 1 + 11 + 10 + 9);
  CHECK(contains(federation.page("local1"), went_on));
}

TEST_CASE("whose summary came too late refuses a map without it") {
  SmallFederation federation(sites_on_summaries(2));
  federation.run_until("remote", "reference");
  federation.step();
  federation.tamper = [](const std::string& node, Json& input) {
    if (node == "remote") input["local1"] = nullptr;
  };
  federation.run_until("remote", "reference");
  federation.step();
  federation.run_until("local1", "reference");
  check_refused(federation, "the remote's map of summaries is without this site's own");
}

TEST_CASE("who registers too late is told so") {
  SmallFederation federation(sites_on_summaries(2));
  federation.tamper = [&](const std::string& node, Json& input) {
    if (node == "remote") input["local1"] = nullptr;
  };
  federation.run_until("local1", "reference");
  check_refused(federation, "the run goes on without this site: it did not answer in time");
}

TEST_CASE("a site's counts stand for themselves: dp-density goes on") {
  for (int time = 1; time <= 6; ++time) {
    CAPTURE(time);
    SmallFederation federation(tolerant_sites({{"method", "dp-density"}, {"simulation_seed", 3}},
                                              {{"epsilon_budget", 10}, {"simulation", true}}));
    lose_at(federation, time);
    federation.run();
    check_reports(federation);
    // What was released before the site was lost is shown.
    const auto counts = csv_cells(federation.joint() / "density.csv");
    CHECK(counts.size() == 1 + (time > 4 ? 3 : 2) * 64);
  }
}

TEST_CASE("methods of which each site's message stands for itself go on") {
  for (const char* method : {"single-shot", "fed-tsne", "fed-umap"}) {
    for (int time = 1; time <= 6; ++time) {
      CAPTURE(method);
      CAPTURE(time);
      SmallFederation federation(tolerant_sites({{"method", method}}));
      lose_at(federation, time);
      federation.run();
      check_reports(federation);
    }
  }
}

TEST_CASE("the site that brings the reference cannot be lost before it has arrived") {
  SmallFederation federation(tolerant_sites({{"method", "single-shot"}}));
  federation.run_until("local0", "reference");
  federation.lose("local0");
  federation.run_until("remote", "reference");
  check_refused(federation, "site local0 brings the run's reference and did not answer");
}

TEST_CASE("masked sums need every site that has met the others") {
  const auto refuse = [](const Json& inputs, const std::string& phase, const std::string& what,
                         const std::vector<Site>& sites = small_sites()) {
    CAPTURE(inputs);
    SmallFederation federation(
        sites_with(sites_with(sites, inputs), {{"at_least_sites", 2}}, {{"epsilon_budget", 1e9}}));
    federation.run_until("local1", phase);
    federation.lose("local1");
    federation.run_until("remote", phase);
    check_refused(federation, std::string(silent) + " in phase " + phase + ", and " + what +
                                  " adds up masked sums that need every site of the run");
  };
  for (const std::string method : {"dsne", "dp-dsne", "fedne", "spectral-clustering"}) {
    for (const char* phase : {"reference", "embed"}) {
      refuse({{"method", method}}, phase, "method " + method);
    }
  }
  refuse({{"method", "sphere"}}, "embed", "method sphere", sphere_sites());
  const Json mmd = {{"method", "fed-tsne"}, {"landmark_method", "mmd"}, {"mmd_rounds", 2}};
  for (const char* phase : {"reference", "landmarks"}) refuse(mmd, phase, "landmark_method mmd");
}

TEST_CASE("before the sites meet, and when their sums are made, a site may be lost") {
  for (const std::string phase : {"register", "collect", "report"}) {
    CAPTURE(phase);
    SmallFederation federation(tolerant_sites({{"method", "dsne"}}));
    federation.run_until("local1", phase);
    federation.lose("local1");
    federation.run();
    check_reports(federation);
    // How well maps fit is one of the sums.
    CHECK(Json::parse(content(federation.joint() / "metrics.json")).contains("kl_divergence") ==
          (phase != "collect"));
  }
}
