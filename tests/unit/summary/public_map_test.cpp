#include "summary/public_map.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "data/measure_names.h"
#include "text_search.h"

TEST_CASE(
    "the public map has nineteen sites with raters' verdicts, and says whose scans they are") {
  const dsne::summary::CommonMap map = dsne::summary::public_map();
  CHECK(map.has_coordinates());
  REQUIRE(map.sources.sites.size() == 19);
  CHECK(contains(map.sources.about, "Apache License 2.0"));
  double scans = 0;
  for (const auto& site : map.sources.sites) {
    CHECK(site.site.ends_with("(public)"));
    CHECK(site.summary.excluded);
    CHECK(site.summary.subjects.minCoeff() >= 10);
    scans += site.summary.subjects.sum();
  }
  CHECK(scans > 1300);
}

TEST_CASE("the public map has only measures that MRIQC's versions agree on up to a shift") {
  const dsne::summary::CommonMap map = dsne::summary::public_map();
  const auto& measures = map.sources.sites.front().summary.measures;
  CHECK(std::ranges::all_of(measures, dsne::data::is_quality_measure));
  for (const char* name : {"fber", "snrd_total", "summary_wm_median", "summary_bg_mad", "size_x"}) {
    CHECK(std::ranges::count(measures, name) == 0);
  }
  for (const char* name : {"cjv", "cnr", "efc", "snr_total", "fwhm_avg"}) {
    CHECK(std::ranges::count(measures, name) == 1);
  }
}
