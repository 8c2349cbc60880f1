// Runs with a harmonized map, and what harmonization does not change.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;

namespace {

std::vector<Site> harmonized(std::vector<Site> sites, const std::string& kind,
                             const std::string& normalization = "robust") {
  for (Site& site : sites) {
    site.input["harmonization"] = kind;
    site.input["normalization"] = normalization;
  }
  return sites;
}

/// A site's output without positions: id, label, score and flag.
std::string scores_of(SmallFederation& federation, const std::string& site) {
  std::string result;
  for (const auto& row : csv_cells(federation.folders(site).output / "embedding.csv")) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i != 1 && i != 2) result += row[i] + ',';
    }
    result += '\n';
  }
  return result + content(federation.folders(site).output / "flagged.csv");
}

std::string places_of(SmallFederation& federation, const std::string& site) {
  return content(federation.folders(site).output / "embedding.csv");
}

}  // namespace

TEST_CASE("harmonization changes the map, but no score, flag or reason") {
  SmallFederation plain(harmonized(small_sites(), "none"));
  plain.run();
  for (const char* kind : {"site", "combat"}) {
    SmallFederation federation(harmonized(small_sites(), kind));
    federation.run();
    for (const char* site : {"local0", "local1", "local2"}) {
      CHECK(scores_of(federation, site) == scores_of(plain, site));
      CHECK(places_of(federation, site) != places_of(plain, site));
      CHECK(contains(federation.page(site),
                     std::string("(harmonization ") + kind + "): what all subjects"));
    }
    CHECK(contains(federation.joint_page(), "Scores and flags use the measures as they are."));
  }
}

TEST_CASE("nothing more leaves a site") {
  SmallFederation plain(harmonized(small_sites(), "none"));
  SmallFederation federation(harmonized(small_sites(), "combat"));
  const std::vector<Json> before = plain.outputs_of_run();
  const std::vector<Json> after = federation.outputs_of_run();
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (const auto& [name, value] : after[i].items()) CHECK(before[i].contains(name));
  }
}

TEST_CASE("a private method's map is not harmonized") {
  std::vector<Site> sites = small_sites();
  for (Site& site : sites) {
    site.input["method"] = "dp-density";
    site.input["site_settings"]["epsilon_budget"] = 10;
  }
  SmallFederation plain(harmonized(sites, "none"));
  plain.run();
  SmallFederation federation(harmonized(sites, "site"));
  federation.run();
  CHECK(places_of(federation, "local1") == places_of(plain, "local1"));
}

TEST_CASE("values without a common unit are refused") {
  SmallFederation federation(harmonized(small_sites(), "site", "row_max"));
  check_reference_refused(federation, "local0",
                          "parameter harmonization needs normalization robust or zscore");
}
