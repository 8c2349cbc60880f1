// Sites with their own names in reports.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;

namespace {

std::vector<Site> named_sites(const Json& inputs = Json::object()) {
  std::vector<Site> sites = small_sites_with(inputs);
  sites[0].input["site_settings"]["site_name"] = "Leuven";
  sites[2].input["site_settings"]["site_name"] = "Leuven";
  return sites;
}

}  // namespace

TEST_CASE("sites appear under their names in reports and joint files") {
  for (const char* method : {"dsne", "single-shot"}) {
    CAPTURE(method);
    FinishedRun federation(named_sites({{"method", method}}));
    const Json& sites = federation.result["sites"];
    CHECK(sites[0]["site"] == "Leuven");
    CHECK(sites[1]["site"] == "Leuven (2)");
    CHECK(sites[2]["site"] == "local1");
    const std::string joint = content(federation.joint() / "embedding.csv");
    CHECK(contains(joint, "\nLeuven,"));
    CHECK(contains(joint, "\nLeuven (2),"));
    CHECK(contains(joint, "\nlocal1,"));
    CHECK_FALSE(contains(joint, "local2"));
    CHECK_FALSE(contains(content(federation.joint() / "metrics.json"), "local2"));
    CHECK(contains(federation.joint_page(), "<th scope=\"row\">Leuven (2)</th>"));
    CHECK(contains(federation.page("local2"), "Leuven (2)"));
    CHECK(csv_cells(federation.output("local2") / "embedding.csv").size() == 17);
  }
}

TEST_CASE("a run under other names is the same run") {
  FinishedRun named(named_sites());
  FinishedRun unnamed;
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
