// Sites that stop answering: a run goes on without them where parameter at_least_sites allows it.

#include "steps.h"

namespace {

constexpr const char* silent = "site local1 did not answer";
constexpr const char* went_on = "This run went on without site local1: it stopped answering";

std::vector<Site> sites_on_summaries(int at_least) {
  return sites_with(summary_sites(), {{"at_least_sites", at_least}});
}

std::vector<Site> tolerant_sites(const std::string& method) {
  return sites_of(method, {{"at_least_sites", 2}});
}

/// Loses site local1 before it answers the coordinator for the `time`th time.
void lose_at(SmallFederation& federation, int time) {
  for (int turns = 0;; federation.step()) {
    REQUIRE_FALSE(federation.finished());
    if (federation.next().id == "local1" && ++turns == time) break;
  }
  federation.lose("local1");
}

/// Loses a site in a phase, and steps to the coordinator's call of that phase.
void lose_in(SmallFederation& federation, const std::string& site, const std::string& phase) {
  federation.run_until(site, phase);
  federation.lose(site);
  federation.run_until("remote", phase);
}

void check_reports(SmallFederation& federation) {
  for (const char* site : {"local0", "local2"}) {
    CHECK(contains(content(federation.output(site) / "joint" / "index.html"), went_on));
  }
  CHECK(federation.metrics()["lost_sites"] == Json{"local1"});
}

std::size_t rows(SmallFederation& federation) {
  return federation.joint_table("summary_embedding.csv").size();
}

}  // namespace

TEST_CASE("a run on summaries goes on without a lost site, whose summary stays if it arrived") {
  for (int time = 1; time <= 6; ++time) {
    CAPTURE(time);
    SmallFederation federation(sites_on_summaries(2));
    lose_at(federation, time);
    const Json result = federation.run();
    check_reports(federation);
    CHECK(result["sites"].size() == (time > 3 ? 3 : 2));
    CHECK(rows(federation) == 1 + 11 + 9 + (time > 3 ? 10 : 0));
  }
}

TEST_CASE("methods of which each site's message stands for itself go on") {
  for (const char* method : {"single-shot", "fed-tsne", "fed-umap", "dp-density"}) {
    // Until the method begins, all runs are alike; golden texts tell of a site lost as maps are
    // collected.
    const bool at_any_time = method == std::string("dp-density");
    for (int time = at_any_time ? 1 : 4; time <= (at_any_time ? 6 : 4); ++time) {
      CAPTURE(method);
      CAPTURE(time);
      SmallFederation federation(tolerant_sites(method));
      lose_at(federation, time);
      federation.run();
      check_reports(federation);
      if (!at_any_time) continue;
      // What was released before the site was lost is shown.
      CHECK(federation.joint_table("density.csv").size() == 1 + (time > 4 ? 3 : 2) * 64);
    }
  }
}

TEST_CASE("by default, and below at_least_sites, a run ends without a site") {
  SmallFederation all(sites_on_summaries(0));
  lose_in(all, "local1", "reference");
  check_refused(all, silent);

  SmallFederation three(sites_on_summaries(3));
  three.run_until("remote", "register");
  check_refused(three, {{"/input/local2", gone, "2 sites take part; at_least_sites is 3"},
                        {"/input/local1", nullptr,
                         "site local1 did not answer, and with 2 sites left the run ends: "
                         "at_least_sites is 3"}});

  SmallFederation two(sites_on_summaries(2));
  lose_at(two, 4);
  two.lose("local2");
  two.run_until("remote", "reference");
  check_refused(two, "sites local1 and local2 did not answer, and with 1 site left");
}

TEST_CASE("sites are lost one after the other down to at_least_sites") {
  SmallFederation federation(sites_on_summaries(1));
  lose_at(federation, 3);
  lose_in(federation, "local2", "collect");
  federation.run();
  CHECK(contains(federation.joint_page(),
                 "went on without sites local1, local2: they stopped answering"));
  CHECK(rows(federation) == 1 + 11 + 9);
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

TEST_CASE("who registers too late, or whose summary came too late, takes no further part") {
  const auto deaf = [](const std::string& node, Json& input) {
    if (node == "remote") input["local1"] = nullptr;
  };
  SmallFederation registered(sites_on_summaries(2));
  registered.tamper = deaf;
  registered.run_until("local1", "reference");
  check_refused(registered, "the run goes on without this site: it did not answer in time");

  SmallFederation summarized(sites_on_summaries(2));
  summarized.run_until("remote", "reference");
  summarized.step();
  summarized.tamper = deaf;
  summarized.run_until("remote", "reference");
  summarized.step();
  summarized.run_until("local1", "reference");
  check_refused(summarized, "the remote's map of summaries is without this site's own");
}

TEST_CASE("the site that brings the reference cannot be lost before it has arrived") {
  SmallFederation federation(tolerant_sites("single-shot"));
  lose_in(federation, "local0", "reference");
  check_refused(federation, "site local0 brings the run's reference and did not answer");
}

TEST_CASE("masked sums need every site that has met the others") {
  struct Sums {
    std::string method, phase, what;
  };
  std::vector<Sums> all = {{"sphere", "embed", "method sphere"},
                           {"fed-tsne", "reference", "landmark_method mmd"},
                           {"fed-tsne", "landmarks", "landmark_method mmd"}};
  for (const std::string method : {"dsne", "dp-dsne", "fedne", "spectral-clustering"}) {
    for (const char* phase : {"reference", "embed"})
      all.push_back({method, phase, "method " + method});
  }
  for (const Sums& sums : all) {
    CAPTURE(sums.method);
    std::vector<Site> sites = tolerant_sites(sums.method);
    if (sums.method == "fed-tsne") {
      sites = sites_with(sites, {{"landmark_method", "mmd"}, {"mmd_rounds", 2}});
    }
    SmallFederation federation(sites);
    lose_in(federation, "local1", sums.phase);
    check_refused(federation, silent + (" in phase " + sums.phase) + ", and " + sums.what +
                                  " adds up masked sums that need every site of the run");
  }
}

TEST_CASE("before the sites meet, and when their sums are made, a site may be lost") {
  for (const std::string phase : {"register", "collect", "report"}) {
    CAPTURE(phase);
    SmallFederation federation(tolerant_sites("dsne"));
    lose_in(federation, "local1", phase);
    federation.run();
    check_reports(federation);
    // How well maps fit is one of the sums.
    CHECK(federation.metrics().contains("kl_divergence") == (phase != "collect"));
  }
}
