// Runs with the public scans that come with the program.

#include <random>
#include <regex>

#include "core/digest.h"
#include "steps.h"
#include "summary/map_file.h"
#include "summary/public_map.h"

namespace summary = dsne::summary;

namespace {

constexpr std::size_t public_rows = 127;

/// MRIQC's measures of scans like those of a public site, and one that differs between versions.
std::string scans_csv(int scans, std::uint32_t seed) {
  const summary::Summary site = summary::public_map().sources.sites[5].summary;
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::string text = "canary_id,fber";
  for (const std::string& measure : site.measures) text += ',' + measure;
  text += '\n';
  for (int scan = 1; scan <= scans; ++scan) {
    text += "canary-" + std::to_string(scan) + ',' + Json(1000 + 100 * normal(generator)).dump();
    for (Eigen::Index f = 0; f < site.means.cols(); ++f) {
      const double value = site.means.col(f).mean() + site.spread(f) * normal(generator);
      text += ',' + Json(value).dump();
    }
    text += '\n';
  }
  return text;
}

Site scans_site(int scans, std::uint32_t seed) {
  return with(small_site("north", 1),
              {{"method", "single-shot"},
               {"reference", "public"},
               {"perplexity", nullptr},
               {"label_column", nullptr}},
              {{"share_places", false}}, {{subjects_file, scans_csv(scans, seed)}});
}

/// Two sites, too small for a map of their own.
std::vector<Site> scans_sites() {
  return {with_summary(scans_site(40, 1), 1), with_summary(scans_site(30, 2), 2)};
}

std::vector<Site> density_on_public_scans() {
  return sites_with({scans_site(40, 1), scans_site(30, 2)}, {{"method", "dp-density"}},
                    {{"epsilon_budget", 1.5}});
}

}  // namespace

TEST_CASE("public scans are on the map of two small sites, with their raters' verdicts") {
  FinishedRun federation(scans_sites());
  CHECK(federation.joint_table("summary_embedding.csv").size() == 1 + 4 + 3);
  CHECK(federation.joint_table("reference_embedding.csv").size() == 1 + public_rows);
  const Cells own = federation.embedding("local1");
  CHECK(own.size() == 1 + 30);
  CHECK(own.front().back() == "like_excluded");
  for (const std::string& page : {federation.page("local1"), federation.joint_page()}) {
    CHECK(contains(page, "7 rows of 2 sites"));
    CHECK(contains(page, "127 rows of public scans"));
    CHECK(contains(page, "Apache License 2.0"));
    CHECK(contains(
        page, "fber</th><td class=\"words\">left out</td><td class=\"words\">public scans</td>"));
  }
  CHECK(federation.sent_by("local1").size() == 6);
}

TEST_CASE("with public scans and no summary nothing that leaves depends on the subjects") {
  std::vector<std::vector<Json>> sent;
  for (const std::uint32_t seed : {2U, 3U}) {
    FinishedRun federation({scans_site(40, 1), scans_site(30, seed)});
    CHECK(federation.embedding("local1").size() == 1 + 30);
    CHECK(contains(federation.joint_page(), "The map was made of 127 rows of public scans"));
    sent.push_back(federation.sent_by("local1"));
  }
  CHECK(sent[0] == sent[1]);
}

TEST_CASE("a site refuses a map whose public scans are not those of its program") {
  SmallFederation federation(scans_sites());
  send_other_map(federation, "local0", [](const std::string& text) {
    summary::MapSources sources = summary::parse_map(text, "the map").sources;
    sources.sites.back().summary.means(0, 0) *= 1.01;
    return summary::map_text(summary::make_common_map(std::move(sources)));
  });
  check_refused(federation, "is without the public scans of this program");
}

TEST_CASE("a run with a guarantee takes the public scans alone, which every site has") {
  FinishedRun federation(density_on_public_scans());
  CHECK(federation.joint_table("reference_embedding.csv").size() == 1 + public_rows);
  CHECK(federation.releases_of("local1").size() == 1);
  CHECK(contains(federation.page("local1"), "Apache License 2.0"));
  SmallFederation others(density_on_public_scans());
  others.run_until("remote", "register");
  check_refused(others, {{"/input/local1/reference/sha256", dsne::sha256("others"),
                          "hold different reference data"}});
}

TEST_CASE("public scans are of one kind") {
  std::vector<Site> sites = {scans_site(30, 1), scans_site(30, 2)};
  for (Site& site : sites) {
    std::string& table = site.files[subjects_file];
    table = std::regex_replace(table, std::regex("canary-([0-9]+)"), "sub-$1_T2w");
  }
  check_coordinator_refuses(sites,
                            "whose scans are T1-weighted, and site local0 brings scans of "
                            "kind T2w");
}
