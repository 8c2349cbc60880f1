// Sites with their own names in reports.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;

namespace {

std::vector<Site> named_sites() {
  std::vector<Site> sites = small_sites();
  sites[0].input["site_settings"]["site_name"] = "Leuven";
  sites[2].input["site_settings"]["site_name"] = "Leuven";
  return sites;
}

}  // namespace

TEST_CASE("sites appear under their names in reports and joint files") {
  FinishedRun unnamed;
  FinishedRun named(named_sites());
  const Json& sites = named.result["sites"];
  CHECK(sites[0]["site"] == "Leuven");
  CHECK(sites[1]["site"] == "Leuven (2)");
  CHECK(sites[2]["site"] == "local1");
  for (const char* file : {"embedding.csv", "metrics.json", "index.html"}) {
    CHECK(contains(content(named.joint() / file), "Leuven (2)"));
    CHECK_FALSE(contains(content(named.joint() / file), "local2"));
  }
  CHECK(contains(named.page("local2"), "Leuven (2)"));
  // Apart from its names it is the same run.
  for (const char* site : {"local0", "local1", "local2"}) {
    CHECK(content(named.output(site) / "embedding.csv") ==
          content(unnamed.output(site) / "embedding.csv"));
  }
}

TEST_CASE("an invalid name is refused, by the site and by the coordinator") {
  for (const Json& name : {Json("<script>"), Json(3), Json("")}) {
    std::vector<Site> sites = small_sites();
    sites[0].input["site_settings"]["site_name"] = name;
    check_site_refuses(sites[0], "site_settings: site_name must be 1 to 40 letters");
  }
  SmallFederation federation(named_sites());
  federation.run_until("remote", "register");
  for (const Json& name : {Json("<script>"), Json("canary\n"), Json(7), Json("")}) {
    check_refused_with(federation, "/input/local0/site_name", name, "site_name");
  }
}

TEST_CASE("a site checks names from the coordinator") {
  SmallFederation federation(named_sites());
  federation.run_until("local2", "report");
  check_refused_with(federation, "/input/site_names", 3, "the remote's message");
  check_refused_without(federation, "/input/site_names/local2", "the remote's message: local2");
  check_refused_with(federation, "/input/site_names/local2", 3, "the remote's message: local2");
  federation.run();
  CHECK(contains(federation.page("local2"), "Leuven (2)"));
}
