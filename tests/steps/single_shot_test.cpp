#include <doctest/doctest.h>

#include <algorithm>

#include "folders.h"
#include "small_federation.h"
#include "text_search.h"

using dsne::Json;

TEST_CASE("single-shot takes one round with empty answers") {
  FinishedRun federation(single_shot_sites());
  int rounds = 0;
  for (const Json& output : federation.sent_by("local1")) {
    if (output["phase"] != "embed") continue;
    ++rounds;
    CHECK(output.size() == 2);
    CHECK(output.contains("round"));
  }
  CHECK(rounds == 1);
  const auto joint = csv_cells(federation.folders("local0").output / "joint" / "embedding.csv");
  CHECK(joint.size() == 1 + 30 + 24 + 20 + 16);
  CHECK(contains(federation.page("local1"), "before their final positions"));
}

TEST_CASE(
    "single-shot: nothing about a site that shares no positions leaves it, whatever its data") {
  for (const char* placement : {"reference", "paper"}) {
    CAPTURE(placement);
    std::vector<std::vector<Json>> sent;
    for (const char* data : {"south", "another south"}) {
      std::vector<Site> sites = single_shot_sites();
      for (Site& site : sites) site.input["placement"] = placement;
      sites[1].input["site_settings"].update(Json{{"share_places", false}});
      sites[1].files[subjects_file] = subjects_csv(data, 20);
      SmallFederation federation(sites);
      const Json result = federation.run();
      sent.push_back(federation.sent_by("local1"));
      const auto& folder = federation.folders("local1").output;
      CHECK(contains(content(folder / "index.html"), "epsilon, is 0"));
      CHECK(contains(content(folder / "joint" / "index.html"), "epsilon, is 0"));
      CHECK_FALSE(contains(content(folder / "joint" / "index.html"), "without effect"));
      CHECK(csv_cells(folder / "embedding.csv").size() == 21);
      for (const Json& row : result["sites"]) CHECK(row.size() == result["sites"][0].size());
    }
    CHECK(sent[0] == sent[1]);
  }
}

TEST_CASE(
    "single-shot: no epsilon is claimed if the number of subjects depends on missing values") {
  std::vector<Site> sites = single_shot_sites();
  for (Site& site : sites) site.input["missing"] = "drop";
  sites[1].input["site_settings"].update(Json{{"share_places", false}});
  FinishedRun federation(sites);
  const auto& folder = federation.folders("local1").output;
  for (const char* page : {"index.html", "joint/index.html"}) {
    CAPTURE(page);
    CHECK_FALSE(contains(content(folder / page), "epsilon, is 0"));
    CHECK(contains(content(folder / page), "no privacy guarantee covers that number"));
  }
}
