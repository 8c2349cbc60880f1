#include <doctest/doctest.h>

#include <algorithm>

#include "folders.h"
#include "small_federation.h"
#include "text_search.h"

using dsne::Json;

TEST_CASE(
    "single-shot: nothing about a site that shares no positions leaves it, whatever its data") {
  for (const char* placement : {"reference", "paper"}) {
    CAPTURE(placement);
    std::vector<std::vector<Json>> sent;
    for (const char* data : {"south", "another south"}) {
      std::vector<Site> sites = sites_with(single_shot_sites(), {{"placement", placement}});
      sites[1].input["site_settings"]["share_places"] = false;
      sites[1].files[subjects_file] = subjects_csv(data, 20);
      FinishedRun federation(sites);
      sent.push_back(federation.sent_by("local1"));
      CHECK(contains(federation.page("local1"), "epsilon, is 0"));
      CHECK(contains(federation.joint_page(), "epsilon, is 0"));
      CHECK_FALSE(contains(federation.joint_page(), "without effect"));
      CHECK(csv_cells(federation.output("local1") / "embedding.csv").size() == 21);
      const Json& rows = federation.result["sites"];
      for (const Json& row : rows) CHECK(row.size() == rows[0].size());
    }
    CHECK(sent[0] == sent[1]);
  }
}

TEST_CASE(
    "single-shot: no epsilon is claimed if the number of subjects depends on missing values") {
  std::vector<Site> sites = sites_with(single_shot_sites(), {{"missing", "drop"}});
  sites[1].input["site_settings"]["share_places"] = false;
  FinishedRun federation(sites);
  for (const std::string& page : {federation.page("local1"), federation.joint_page()}) {
    CHECK_FALSE(contains(page, "epsilon, is 0"));
    CHECK(contains(page, "no privacy guarantee covers that number"));
  }
}
