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

TEST_CASE("the published plugin's inputs run by the default method, and the report says so") {
  FinishedRun federation(small_sites_with({{"max_iterations", 1000}, {"method", nullptr}}));
  CHECK(contains(federation.joint_page(),
                 "Method single-shot on a reference: it does not use max_iterations."));
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
