#include <doctest/doctest.h>

#include <sstream>

#include "folders.h"
#include "small_federation.h"
#include "small_summaries.h"
#include "summary/keeping.h"
#include "tools/commands.h"

namespace fs = boost::filesystem;

TEST_CASE("the subjects of a run on summaries are placed and scored as in the run, byte for byte") {
  SmallFederation federation(summary_sites());
  const fs::path own = federation.folders("local1").output;
  const std::string table = subjects_csv("south", 100);
  dsne::summary::write_site_summary({own.parent_path(), ""}, summary_of_table(table, 2));
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
