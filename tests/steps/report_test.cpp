// The pages that a run leaves: what is in a site's own, and what must not be in the joint one.

#include <doctest/doctest.h>

#include <algorithm>

#include "folders.h"
#include "refusal.h"
#include "small_federation.h"

using dsne::Json;

namespace {

/// The data that a page's script draws.
Json data_of(const std::string& page) {
  const std::string open = "id=\"data\">";
  const auto from = page.find(open) + open.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a site's own report shows its subjects, the joint one no subject of any site") {
  SmallFederation federation;
  federation.run();
  const auto output = federation.folders("local1").output;
  const Json own = data_of(content(output / "index.html"));
  REQUIRE(own["own"]["ids"].size() == 20);
  CHECK(own["own"]["ids"][3] == subject_id("south", 4));
  CHECK(own["own"]["strips"].size() == 5);
  CHECK(own["site"].size() == 30 + 24 + 20 + 16);

  const std::string joint = content(output / "joint" / "index.html");
  CHECK_FALSE(data_of(joint).contains("own"));
  for (const std::string name : {"north", "south", "west"}) {
    CHECK_FALSE(contains(joint, subject_id(name, 1)));
  }
  CHECK_FALSE(contains(joint, secret_digits));
  CHECK_FALSE(contains(content(output / "index.html"), subject_id("north", 1)));
}

TEST_CASE("a private run's joint report says nothing of flags or of sites that lie apart") {
  std::vector<Site> sites = small_sites_with({{"method", "dp-dsne"}, {"dp_sigma", 20}});
  for (Site& site : sites) site.input["site_settings"] = {{"epsilon_budget", 5}};
  SmallFederation federation(sites);
  federation.run();
  const std::string joint = content(federation.folders("local1").output / "joint" / "index.html");
  CHECK_FALSE(contains(joint, "flagged as"));
  CHECK_FALSE(contains(joint, "apart from"));
  CHECK(contains(joint, "differentially private"));
  CHECK(data_of(joint)["site"].size() == 30);
}

TEST_CASE("the reports show the map at every round of a short run") {
  SmallFederation federation;
  federation.run();
  const auto output = federation.folders("local2").output;
  const Json own = data_of(content(output / "index.html"))["evolution"];
  const Json joint = data_of(content(output / "joint" / "index.html"))["evolution"];
  REQUIRE(own.size() == 4);
  REQUIRE(joint.size() == 4);
  const auto known = [](const Json& moment) {
    const Json& places = moment["places"][0];
    return std::count_if(places.begin(), places.end(), [](const Json& x) { return x >= 0; });
  };
  CHECK(own[3]["round"] == 4);
  CHECK(known(own[0]) == 30 + 16);
  CHECK(known(joint[0]) == 30);
}

TEST_CASE("a map without the reference is refused") {
  SmallFederation federation;
  federation.run_until("local1", "report");
  check_refused_without(federation, "/input/map/reference/places", "the remote's message");
}
