// Whole runs with method dp-density.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "text_search.h"

using dsne::Json;

namespace {

std::vector<Site> density_sites(const Json& inputs = Json::object(),
                                const Json& settings = Json::object()) {
  const auto sites = sites_with(small_sites(), {{"method", "dp-density"}, {"dp_cells", 3}},
                                {{"epsilon_budget", 1.5}});
  return sites_with(sites, inputs, settings);
}

}  // namespace

TEST_CASE("a run releases each site's counts once, and no position leaves a site") {
  FinishedRun federation(density_sites());
  int releases = 0;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.node == "remote") continue;
    CHECK_FALSE(contains(exchange.output.dump(), "\"places\""));
    if (exchange.output.contains("counts")) {
      CHECK(exchange.output["phase"] == "embed");
      CHECK(exchange.output["counts"].size() == 9);
      ++releases;
    }
    if (exchange.output["phase"] == "collect") CHECK(exchange.output.size() == 2);
  }
  CHECK(releases == 3);
  // The ledger has one line, with the wanted epsilon.
  const std::vector<Json> paid = federation.releases_of("local1");
  REQUIRE(paid.size() == 1);
  const double sigma = paid[0]["sigma"];
  CHECK(paid[0]["mechanism"] == "discrete gaussian");
  CHECK(paid[0]["rho"] == doctest::Approx(1 / (sigma * sigma)).epsilon(0.005));
  CHECK(sigma == doctest::Approx(5.28).epsilon(0.001));
  CHECK(paid[0]["epsilon_so_far"] == doctest::Approx(1));
  const Json metrics = Json::parse(content(federation.joint() / "metrics.json"));
  CHECK(metrics["privacy"]["epsilon"] == doctest::Approx(1));
  CHECK(metrics["privacy"]["releases"] == 1);
}

TEST_CASE("a site refuses what its guarantee does not cover") {
  check_site_refuses(density_sites(Json::object(), {{"share_places", true}})[1],
                     "method dp-density does not share positions");
  check_site_refuses(density_sites({{"dp_epsilon", 2}})[1],
                     "would pass this site's epsilon_budget");
}

TEST_CASE("subjects unlike the reference, or incomplete, are counted") {
  std::vector<Site> sites = density_sites({{"missing", "impute"}, {"normalization", "zscore"}});
  std::string& text = sites[1].files[subjects_file];
  text = replaced(text, small_numbers("south", 20)[4][0], "");
  text = replaced(text, small_numbers("south", 20)[5][1], "1e30");
  text = replaced(text, small_numbers("south", 20)[6][2], "-1e29");
  FinishedRun federation(sites);
  const auto own = csv_cells(federation.output("local1") / "embedding.csv");
  CHECK(own.size() == 1 + 20);
}

TEST_CASE("the remote cannot get the counts twice") {
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
