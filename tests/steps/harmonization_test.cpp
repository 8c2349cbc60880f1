// Runs with a harmonized map, and what harmonization does not change.

#include <doctest/doctest.h>

#include <sstream>

#include "folders.h"
#include "refusal.h"
#include "text_search.h"
#include "tools/commands.h"

using dsne::Json;
namespace fs = boost::filesystem;

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

TEST_CASE("dsne place harmonizes as the run did, and needs the site's subjects for it") {
  std::vector<Site> sites = harmonized(single_shot_sites(), "combat");
  SmallFederation federation(sites);
  federation.run();
  const TemporaryFolder folder;
  const fs::path output = federation.folders("local1").output;
  const fs::path same = folder.path() / "same.csv";
  const fs::path renamed = folder.path() / "renamed.csv";
  const fs::path grown = folder.path() / "grown.csv";
  const fs::path shrunk = folder.path() / "shrunk.csv";
  write(same, subjects_csv("south", 20));
  write(renamed, with_other_ids(subjects_csv("south", 20)));
  std::ostringstream out;
  const auto place = [&](const fs::path& data, dsne::tools::Arguments more) {
    dsne::tools::Arguments arguments = {"--map",          (output / "joint").string(),
                                        "--data",         data.string(),
                                        "--id-column",    "canary_id",
                                        "--output",       (folder.path() / "placed").string(),
                                        "--label-column", "canary_label"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return dsne::tools::run(dsne::tools::place_command(), arguments, {out, out, false});
  };
  CHECK_THROWS_WITH_AS(place(same, {}),
                       "the run's map is harmonized: the site's subjects of the run (--site-data) "
                       "are needed",
                       dsne::InputError);
  REQUIRE(place(same, {"--site-data", same.string()}) == 0);
  CHECK(content(folder.path() / "placed" / "embedding.csv") == content(output / "embedding.csv"));
  // The same scans under other ids are new subjects: they are placed at the same positions, even if
  // the site's table has grown since.
  write(grown, content(same) + without_header(with_other_ids(subjects_csv("north", 24))));
  for (const fs::path& site_data : {same, grown}) {
    REQUIRE(place(renamed, {"--site-data", site_data.string()}) == 0);
    CHECK(coordinates_in(content(folder.path() / "placed" / "embedding.csv")) ==
          coordinates_in(content(output / "embedding.csv")));
  }
  write(shrunk, subjects_csv("south", 19));
  CHECK_THROWS_WITH_AS(place(renamed, {"--site-data", shrunk.string()}),
                       "the run's map is harmonized: --site-data must have all of the site's "
                       "subjects in it",
                       dsne::InputError);
}
