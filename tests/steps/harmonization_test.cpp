// Runs with a harmonized map, and what harmonization does not change.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;

namespace {

std::vector<Site> harmonized(std::vector<Site> sites, const std::string& kind,
                             const std::string& normalization = "robust") {
  return sites_with(std::move(sites), {{"harmonization", kind}, {"normalization", normalization}});
}

/// A site's output without positions: id, label, score and flag.
std::string scores_of(SmallFederation& federation, const std::string& site) {
  std::string result;
  for (const auto& row : csv_cells(federation.output(site) / "embedding.csv")) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i != 1 && i != 2) result += row[i] + ',';
    }
    result += '\n';
  }
  return result + content(federation.output(site) / "flagged.csv");
}

std::string places_of(SmallFederation& federation, const std::string& site) {
  return content(federation.output(site) / "embedding.csv");
}

}  // namespace

TEST_CASE("harmonization changes the map, but no score, flag or reason") {
  FinishedRun plain(harmonized(small_sites(), "none"));
  FinishedRun federation(harmonized(small_sites(), "site"));
  for (const char* site : {"local0", "local1", "local2"}) {
    CHECK(scores_of(federation, site) == scores_of(plain, site));
    CHECK(places_of(federation, site) != places_of(plain, site));
    CHECK(contains(federation.page(site), "(harmonization site): what all subjects"));
  }
  CHECK(contains(federation.joint_page(), "Scores and flags use the measures as they are."));
}

TEST_CASE("nothing more leaves a site") {
  const std::vector<Json> before = FinishedRun(harmonized(small_sites(), "none")).outputs();
  const std::vector<Json> after = FinishedRun(harmonized(small_sites(), "site")).outputs();
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (const auto& [name, value] : after[i].items()) CHECK(before[i].contains(name));
  }
}

TEST_CASE("a private method's map is not harmonized") {
  const std::vector<Site> sites =
      small_sites_with({{"method", "dp-density"}}, {{"epsilon_budget", 10}});
  FinishedRun plain(harmonized(sites, "none"));
  FinishedRun federation(harmonized(sites, "site"));
  CHECK(places_of(federation, "local1") == places_of(plain, "local1"));
}

TEST_CASE("values without a common unit are refused") {
  SmallFederation federation(harmonized(small_sites(), "site", "row_max"));
  check_reference_refused(federation, "local0",
                          "parameter harmonization needs normalization robust or zscore");
}
