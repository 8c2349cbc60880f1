#include "summary/public_map.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "data/names/measure_names.h"
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

TEST_CASE("public scans are the last sites of a map, unchanged, in some of their measures") {
  namespace summary = dsne::summary;
  summary::MapSources sources;
  summary::add_public_sites(sources);
  summary::NamedSummary own = sources.sites.front();
  own.site = "Leuven";
  sources.sites.insert(sources.sites.begin(), own);
  CHECK(summary::has_public_sites(sources));
  for (auto& site : sources.sites) {
    site.summary = summary::with_measures(site.summary, {"snr_total", "cjv"});
  }
  CHECK(summary::has_public_sites(sources));

  const auto holds_after = [&](const auto& change) {
    summary::MapSources changed = sources;
    change(changed.sites);
    return summary::has_public_sites(changed);
  };
  CHECK_FALSE(holds_after([](auto& sites) { sites.pop_back(); }));
  CHECK_FALSE(holds_after([](auto& sites) { sites.resize(3); }));
  CHECK_FALSE(holds_after([](auto& sites) { sites.back().site = "Leuven"; }));
  CHECK_FALSE(holds_after([](auto& sites) { sites.back().summary.means(0, 0) += 1e-9; }));
  CHECK_FALSE(holds_after([](auto& sites) { sites.back().summary.spread(1) *= 2; }));
  CHECK_FALSE(holds_after([](auto& sites) { sites.back().summary.subjects(0) += 1; }));
  CHECK_FALSE(holds_after([](auto& sites) { sites.back().summary.excluded.reset(); }));
  CHECK_FALSE(holds_after([](auto& sites) {
    for (auto& site : sites) site.summary.measures.front() = "another";
  }));
}

TEST_CASE("public sites are known by their names") {
  for (const auto& site : dsne::summary::public_map().sources.sites) {
    CHECK(dsne::summary::is_public_site(site.site));
  }
  CHECK_FALSE(dsne::summary::is_public_site("Leuven"));
}
