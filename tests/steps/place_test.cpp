#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "folders.h"
#include "small_federation.h"
#include "small_summaries.h"
#include "summary/keeping.h"
#include "summary/map_file.h"
#include "summary/own_subjects.h"
#include "tools/commands.h"

namespace fs = boost::filesystem;
namespace summary = dsne::summary;

TEST_CASE("the subjects of a run on summaries are placed and scored as in the run, byte for byte") {
  SmallFederation federation(summary_sites());
  const fs::path own = federation.folders("local1").output;
  const std::string table = subjects_csv("south", 100);
  summary::write_site_summary({own.parent_path(), ""}, summary_of_table(table, 2));
  federation.run();
  const TemporaryFolder folder;
  const fs::path data = folder.path() / "new.csv";
  const fs::path placed = folder.path() / "placed";
  write(data, table);
  std::ostringstream out;
  REQUIRE(
      dsne::tools::run(dsne::tools::place_command(),
                       {"--frame", (own / "summaries.json").string(), "--summary",
                        own.parent_path().string(), "--data", data.string(), "--id-column",
                        "canary_id", "--label-column", "canary_label", "--output", placed.string()},
                       {out, out, false}) == 0);
  CHECK(out.str().find("100 of your subjects are in your summary's rows") != std::string::npos);
  for (const char* file : {"embedding.csv", "flagged.csv"}) {
    CHECK(content(placed / file) == content(own / file));
  }
}

TEST_CASE("positions that are shared come from the rows that were shared, noise included") {
  std::vector<Site> sites = summary_sites();
  sites[1].input["site_settings"]["share_places"] = true;
  SmallFederation federation(sites);
  const fs::path own = federation.folders("local1").output;
  const std::string table = subjects_csv("south", 100);
  const summary::SiteSummary made = summary_of_table(table, 2);
  summary::write_site_summary({own.parent_path(), ""}, made);
  federation.run();
  const summary::CommonMap map = summary::parse_map(content(own / "summaries.json"), "the map");
  const summary::Records records = records_of_table(table);
  const auto cells = csv_cells(own / "embedding.csv");
  REQUIRE(cells.size() == 101);
  const auto largest_difference = [&](summary::OwnRows rows) {
    const dsne::Matrix placed =
        summary::place_on(map, own_subjects(map, records.values, records.persons, &made.kept,
                                            find_own_source(map, made.summary), rows));
    double largest = 0;
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i - 1);
      largest = std::max({largest, std::abs(placed(row, 0) - std::stod(cells[i][1])),
                          std::abs(placed(row, 1) - std::stod(cells[i][2]))});
    }
    return largest;
  };
  CHECK(largest_difference(summary::OwnRows::as_shared) < 1e-3);
  CHECK(largest_difference(summary::OwnRows::without_noise) > 0.1);
}
