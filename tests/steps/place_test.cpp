#include <cmath>
#include <sstream>

#include "steps.h"
#include "summary/keeping.h"
#include "summary/map_file.h"
#include "summary/own_subjects.h"
#include "tools/commands.h"

namespace summary = dsne::summary;

namespace {

const std::string& south_table() {
  static const std::string table = subjects_csv("south", 100);
  return table;
}

/// Runs a federation on summaries whose second site has kept its summary. @return its output folder
fs::path run_with_kept_summary(SmallFederation& federation) {
  const fs::path own = federation.output("local1");
  summary::write_site_summary({own.parent_path(), ""}, summary_of_table(south_table(), 2));
  federation.run();
  return own;
}

}  // namespace

TEST_CASE("the subjects of a run on summaries are placed and scored as in the run, byte for byte") {
  SmallFederation federation(summary_sites());
  const fs::path own = run_with_kept_summary(federation);
  const TemporaryFolder folder;
  const fs::path data = folder.path() / "new.csv";
  const fs::path placed = folder.path() / "placed";
  write(data, south_table());
  std::ostringstream out;
  REQUIRE(
      dsne::tools::run(dsne::tools::place_command(),
                       {"--frame", (own / "summaries.json").string(), "--summary",
                        own.parent_path().string(), "--data", data.string(), "--id-column",
                        "canary_id", "--label-column", "canary_label", "--output", placed.string()},
                       {out, out, false}) == 0);
  CHECK(contains(out.str(), "100 of your subjects are in your summary's rows"));
  for (const char* file : {"embedding.csv", "flagged.csv"}) {
    CHECK(content(placed / file) == content(own / file));
  }
}

TEST_CASE("positions that are shared come from the rows that were shared, noise included") {
  std::vector<Site> sites = summary_sites();
  sites[1].input["site_settings"]["share_places"] = true;
  SmallFederation federation(sites);
  const fs::path own = run_with_kept_summary(federation);
  const Cells joint = federation.joint_table("embedding.csv");
  CHECK(joint.size() == 1 + 100);
  CHECK(joint[1][0] == "local1");
  const summary::SiteSummary made = summary_of_table(south_table(), 2);
  const summary::CommonMap map = summary::parse_map(content(own / "summaries.json"), "the map");
  const summary::Records records = records_of_table(south_table());
  const Cells cells = federation.embedding("local1");
  const auto largest_difference = [&](summary::OwnRows rows) {
    const dsne::Matrix placed =
        summary::place_on(map, own_subjects(map, records.values, records.persons, &made.kept,
                                            find_own_source(map, made.summary), rows));
    double largest = 0;
    for (Eigen::Index row = 0; row < 100; ++row) {
      const auto& of_run = cells[static_cast<std::size_t>(row) + 1];
      largest = std::max({largest, std::abs(placed(row, 0) - std::stod(of_run[1])),
                          std::abs(placed(row, 1) - std::stod(of_run[2]))});
    }
    return largest;
  };
  CHECK(largest_difference(summary::OwnRows::as_shared) < 1e-3);
  CHECK(largest_difference(summary::OwnRows::without_noise) > 0.1);
}
