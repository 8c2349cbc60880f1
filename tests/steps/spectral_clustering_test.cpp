// Whole runs with method spectral-clustering.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <cstdint>
#include <random>

#include "core/uniform.h"
#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "small_summaries.h"
#include "text_search.h"

using dsne::Json;

namespace {

/// Subjects of two groups, in turn.
Site site_of_groups(const std::string& name, int subjects, double apart = 9) {
  Site site = small_site(name, subjects);
  site.files.clear();
  site.input["method"] = "spectral-clustering";
  site.input["clusters"] = 2;
  site.input["id_column"] = "canary_id";
  site.input.erase("label_column");
  std::mt19937_64 engine(std::hash<std::string>()(name));
  std::string table = "canary_id,a,b,c\n";
  for (int subject = 1; subject <= subjects; ++subject) {
    table += subject_id(name, subject);
    for (int feature = 0; feature < 3; ++feature) {
      table += "," + number(dsne::uniform(engine) + apart * (subject % 2));
    }
    table += "\n";
  }
  site.files[subjects_file] = table;
  return with_summary(site, static_cast<std::uint64_t>(subjects));
}

std::vector<Site> three_sites() {
  return {site_of_groups("north", 30), site_of_groups("south", 28), site_of_groups("west", 26)};
}

}  // namespace

TEST_CASE("a spectral-clustering run ends in clusters of each site and of all sites") {
  FinishedRun federation(three_sites());
  const Json& result = federation.result.at("result");
  CHECK(result["clusters"] == 2);
  CHECK(result["subjects"] == 84);
  CHECK(result["counts"] == Json({42, 42}));
  const auto subjects = csv_cells(federation.output("local1") / "clusters.csv");
  REQUIRE(subjects.size() == 29);
  CHECK(subjects[0] == std::vector<std::string>{"id", "cluster", "margin"});
  CHECK(subjects[1][0] == subject_id("south", 1));
  for (std::size_t i = 3; i < subjects.size(); ++i) CHECK(subjects[i][1] == subjects[i - 2][1]);
  CHECK(subjects[1][1] != subjects[2][1]);
  CHECK(contains(federation.page("local1"), subject_id("south", 28)));
  CHECK(contains(federation.page("local1"), "All sites"));
  const auto joint = csv_cells(federation.joint() / "clusters.csv");
  REQUIRE(joint.size() == 5);
  CHECK(joint[2] == std::vector<std::string>{"local1", "14", "14", ""});
  CHECK(joint[4] == std::vector<std::string>{"all sites", "42", "42", ""});
  CHECK(contains(federation.joint_page(), "<th scope=\"row\">local2</th>"));
  CHECK_FALSE(contains(federation.joint_page(), secret_word));
  CHECK(Json::parse(content(federation.joint() / "result.json")).at("result") == result);
  CHECK(content(federation.output("local1") / "private_subjects.bin").size() < 200);
}

TEST_CASE("a site that does not share positions reveals its counts only in the sum") {
  std::vector<Site> sites = three_sites();
  sites[1].input["site_settings"]["share_places"] = false;
  FinishedRun federation(sites);
  CHECK(federation.result.at("result").at("counts") == Json({42, 42}));
  const auto joint = csv_cells(federation.joint() / "clusters.csv");
  REQUIRE(joint.size() == 4);
  CHECK(joint[2][0] == "local2");
  for (const Exchange& exchange : federation.exchanges()) {
    CHECK_FALSE(contains(exchange.output.dump(), secret_word));
    if (exchange.node == "local1") CHECK_FALSE(exchange.output.contains("cluster_counts"));
  }
}

TEST_CASE("more clusters than landmarks end the run") {
  SmallFederation federation(sites_with(three_sites(), {{"clusters", 50}}));
  federation.run_until("remote", "embed");
  check_refused(federation, "parameter clusters asks for more clusters than there are landmarks: ");
}
