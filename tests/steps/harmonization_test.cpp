// Runs with a harmonized map, and what harmonization does not change.

#include <doctest/doctest.h>

#include "folders.h"
#include "placement_desk.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;
namespace fs = boost::filesystem;

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

std::string with_other_ids(std::string table) {
  for (std::size_t at = 0; (at = table.find("\n", at)) + 1 < table.size();) {
    table.insert(++at, "later-");
  }
  return table;
}

std::string without_header(const std::string& table) { return table.substr(table.find('\n') + 1); }

/// The second and third cell of each line.
std::string coordinates_in(const std::string& table) {
  std::string result;
  for (const auto& row : cells_of(table)) result += row[1] + ',' + row[2] + '\n';
  return result;
}

std::string places_of(SmallFederation& federation, const std::string& site) {
  return content(federation.output(site) / "embedding.csv");
}

}  // namespace

TEST_CASE("harmonization changes the map, but no score, flag or reason") {
  FinishedRun plain(harmonized(small_sites(), "none"));
  for (const char* kind : {"site", "combat"}) {
    FinishedRun federation(harmonized(small_sites(), kind));
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
  const std::vector<Json> before = FinishedRun(harmonized(small_sites(), "none")).outputs();
  const std::vector<Json> after = FinishedRun(harmonized(small_sites(), "combat")).outputs();
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

TEST_CASE("dsne place harmonizes as the run did, and needs the site's subjects for it") {
  PlacementDesk desk(harmonized(single_shot_sites(), "combat"));
  const fs::path joint = desk.site("local1") / "joint";
  const std::string run_placed = content(desk.site("local1") / "embedding.csv");
  const std::string table = subjects_csv("south", 20);
  CHECK(desk.place(joint, table) ==
        "the run's map is harmonized: the site's subjects of the run (--site-data) are needed");
  const std::string same = desk.file("same.csv", table);
  REQUIRE(desk.place(joint, table, {"--site-data", same}) == "");
  CHECK(content(desk.result("embedding.csv")) == run_placed);
  // The same scans under other ids are new subjects: they are placed at the same positions, even if
  // the site's table has grown since.
  const std::string renamed = with_other_ids(table);
  const std::string grown =
      desk.file("grown.csv", table + without_header(with_other_ids(subjects_csv("north", 24))));
  for (const std::string& site_data : {same, grown}) {
    REQUIRE(desk.place(joint, renamed, {"--site-data", site_data}) == "");
    CHECK(coordinates_in(content(desk.result("embedding.csv"))) == coordinates_in(run_placed));
  }
  const std::string shrunk = desk.file("shrunk.csv", subjects_csv("south", 19));
  CHECK(desk.place(joint, renamed, {"--site-data", shrunk}) ==
        "the run's map is harmonized: --site-data must have all of the site's subjects in it");
}
