// The pages that a run leaves: what is in a site's own, and what must not be in the joint one.

#include <doctest/doctest.h>

#include <cstdint>

#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "text_search.h"

using dsne::Json;

namespace {

/// A list of scans, and the scans.
std::string list_of_scans(int count, int first, Site& site) {
  std::string list = "scan\n";
  for (int i = first; i < first + count; ++i) {
    const std::string name = "canary" + std::to_string(i) + ".nii";
    site.files[name] = nifti_image(4, 3, static_cast<std::uint32_t>(i));
    list += name + "\n";
  }
  return list;
}

}  // namespace

TEST_CASE("a site's own report shows its subjects, the joint one no site's") {
  FinishedRun federation;
  const Json own = data_of(federation.page("local1"));
  REQUIRE(own["own"]["ids"].size() == 20);
  CHECK(own["own"]["ids"][3] == subject_id("south", 4));
  CHECK(own["own"]["strips"].size() == 5);
  CHECK(own["site"].size() == 30 + 24 + 20 + 16);

  const std::string joint = federation.joint_page();
  CHECK_FALSE(data_of(joint).contains("own"));
  for (const std::string name : {"north", "south", "west"}) {
    CHECK_FALSE(contains(joint, subject_id(name, 1)));
  }
  CHECK_FALSE(contains(joint, secret_digits));
  CHECK_FALSE(contains(federation.page("local1"), subject_id("north", 1)));
}

TEST_CASE("the published plugin's inputs run by the default method, and the report says so") {
  FinishedRun federation(small_sites_with({{"max_iterations", 1000}, {"method", nullptr}}));
  CHECK(contains(federation.joint_page(),
                 "Method single-shot on a reference: it does not use max_iterations."));
}

TEST_CASE("a site's own report names the site, lists the flagged, and has its own decisions") {
  FinishedRun federation;
  const std::string page = federation.page("local1");
  CHECK(contains(page, "<dt>Site</dt><dd>local1</dd>"));
  CHECK(contains(page, "<dt>Version</dt><dd>"));
  CHECK(contains(page, "Site local1&#39;s subjects on the joint map"));
  const Json own = data_of(page)["own"];
  CHECK(own["key"] != data_of(federation.page("local2"))["own"]["key"]);
  CHECK(own["compared_with"] == "reference");
  const auto listed = csv_cells(federation.output("local1") / "flagged.csv");
  REQUIRE(listed.size() ==
          1 + own["outliers"]["flagged"].size() + own["outliers"]["also_check"].size());
  CHECK(listed[0] == std::vector<std::string>{"id", "flag", "outlier_score", "odd_measures", "list",
                                              "odd_score", "inconsistent_score"});
  const std::string joint = federation.joint_page();
  CHECK(contains(joint, "<dt>Made on</dt><dd>20"));
  CHECK_FALSE(contains(joint, "<dt>Site</dt>"));
}

TEST_CASE("sites that do not share positions are in one sentence") {
  FinishedRun federation(small_sites_with({{"method", "single-shot"}}, {{"share_places", false}}));
  const std::string joint = federation.joint_page();
  CHECK(contains(joint,
                 "None of the 3 sites shares its subjects&#39; positions: nothing about them "
                 "but their number left their site"));
  CHECK_FALSE(contains(joint, "local1 does not share"));
}

TEST_CASE("only a site's own report has thumbnails of its scans") {
  Site site = small_site("north", 24);
  site.input["site_data"] = {"list.csv"};
  site.input["reference_data"] = {"reference_list.csv"};
  for (const char* column : {"id_column", "label_column"}) site.input.erase(column);
  site.files["list.csv"] = list_of_scans(6, 1, site);
  site.files["reference_list.csv"] = list_of_scans(20, 30, site);
  FinishedRun federation({site});
  const Json pictures = data_of(federation.page("local0"))["own"]["thumbnails"];
  REQUIRE(pictures.size() == 6);
  for (const Json& picture : pictures) {
    CHECK(picture.get<std::string>().starts_with("data:image/png;base64,iVBOR"));
  }
  CHECK_FALSE(contains(federation.joint_page(), "image/png"));
}
