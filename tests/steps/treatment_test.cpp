// Runs whose tables are MRIQC's by their columns.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;

namespace {

const std::string feature_header = "canary_f1,canary_f2,canary_f3,canary_f4,canary_f5";
const std::string measure_header = "cjv,cnr,efc,fber,snr_total";

std::vector<Site> with_measures(std::vector<Site> sites) {
  for (Site& site : sites) {
    for (auto& [name, text] : site.files) text = replaced(text, feature_header, measure_header);
  }
  return sites;
}

/// The table with a feature's column empty.
std::string without_values(const std::string& table, std::size_t column) {
  std::string result;
  for (auto row : cells_of(table)) {
    if (!result.empty()) row[column].clear();
    for (const std::string& cell : row) result += cell + (&cell == &row.back() ? "\n" : ",");
  }
  return result;
}

std::string own_csv(SmallFederation& federation, const std::string& site) {
  return content(federation.output(site) / "embedding.csv");
}

}  // namespace

TEST_CASE("measures of MRIQC are scaled and imputed unless the owner says otherwise") {
  std::vector<Site> sites = with_measures(small_sites());
  sites[1].files[subjects_file] = without_values(sites[1].files[subjects_file], 4);
  FinishedRun left_open(sites);
  FinishedRun said(sites_with(sites, {{"normalization", "robust"}, {"missing", "impute"}}));
  for (const char* site : {"local0", "local1", "local2"}) {
    CHECK(own_csv(left_open, site) == own_csv(said, site));
    CHECK(contains(left_open.page(site), "By their names, the features are measures of MRIQC"));
    CHECK(contains(left_open.page(site), "auto: robust"));
    CHECK_FALSE(contains(said.page(site), "By their names"));
  }
  CHECK(contains(left_open.joint_page(), "auto: impute"));
  CHECK(contains(left_open.page("local1"), "No subject has a value of efc"));
  CHECK_FALSE(contains(left_open.page("local0"), "No subject has a value"));
}

TEST_CASE("other features are not scaled") {
  FinishedRun left_open(small_sites());
  FinishedRun said(small_sites_with({{"normalization", "none"}, {"missing", "error"}}));
  CHECK(own_csv(left_open, "local1") == own_csv(said, "local1"));
  CHECK_FALSE(contains(left_open.page("local1"), "By their names"));
}
