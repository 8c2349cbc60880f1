// Which measures are used, what is reported about others, and tables that cannot be compared.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "small_summaries.h"
#include "text_search.h"

using dsne::Json;

namespace {

/// Sites that bring summaries, the last one of as many measures.
std::vector<Site> summarized_sites(const Json& inputs = Json::object(), int measures_of_last = 5) {
  std::vector<Site> sites = {small_site("north", 64), small_site("south", 60),
                             small_site("west", 56)};
  sites[2].files[subjects_file] = subjects_csv("west", 56, measures_of_last);
  for (std::size_t i = 0; i < sites.size(); ++i) sites[i] = with_summary(sites[i], i + 1);
  return sites_with(sites, inputs);
}

/// The table with each number of one feature a thousand times as large.
std::string with_large_feature(const std::string& text) {
  std::string large;
  for (const std::string& line : lines_of(text)) {
    const std::size_t point = line.rfind('.');
    large += point == std::string::npos
                 ? line
                 : line.substr(0, point) + line.substr(point + 1, 3) + "." + line.substr(point + 4);
    large += '\n';
  }
  return large;
}

}  // namespace

TEST_CASE("a measure that one site lacks is named in every report, with the site") {
  for (const char* method : {"dsne", "single-shot", "spectral-clustering"}) {
    CAPTURE(method);
    std::vector<Site> sites = summarized_sites({{"method", method}}, 4);
    sites[2].input["site_settings"]["site_name"] = "West Hospital";
    FinishedRun federation(sites);
    for (const char* page : {"index.html", "joint/index.html"}) {
      for (const char* site : {"local0", "local1", "local2"}) {
        CHECK(contains(content(federation.output(site) / page),
                       "<tr><th scope=\"row\">canary_f5</th><td class=\"words\">left out</td><td "
                       "class=\"words\">West Hospital</td></tr>"));
      }
    }
    CHECK(contains(content(federation.joint() / "measures.csv"),
                   "canary_f4,yes,\ncanary_f5,no,West Hospital\n"));
  }
}

TEST_CASE("a run that would leave out more than a fifth ends before anything is sent") {
  SmallFederation federation(summarized_sites(Json::object(), 3));
  federation.run_until("remote", "register");
  check_refused_by_measures(federation,
                            "2 of 5 measures would be left out, as not every site has them: site "
                            "local2 lacks canary_f4 and canary_f5");
}

TEST_CASE("a measure that dominates the map is named, at its site") {
  std::vector<Site> sites = small_sites();
  for (Site& site : sites) {
    for (auto& [name, text] : site.files) text = with_large_feature(text);
  }
  FinishedRun federation(sites);
  const std::string told = "canary_f5 alone has 99 % of the variance of this site";
  CHECK(contains(federation.page("local1"), told));
  CHECK_FALSE(contains(federation.joint_page(), told));
  FinishedRun scaled(sites_with(sites, {{"normalization", "zscore"}}));
  CHECK_FALSE(contains(scaled.page("local1"), "alone has"));
}

TEST_CASE("a site checks the coordinator's lists of measures and sites") {
  SmallFederation federation(summarized_sites(Json::object(), 4));
  federation.run_until("local0", "report");
  check_refused_with(federation, "/input/measures/0/used", "canary", "the remote's message: used");
  check_refused_with(federation, "/input/left_out_sites", {std::string(1001, 'x')}, "too long");
  federation.run();
}
