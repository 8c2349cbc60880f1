// Whole runs with method sphere.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <random>

#include "core/uniform.h"
#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "text_search.h"

using dsne::Json;

namespace {

constexpr int regions = 8;

/// Regions' time series of one subject; two sources, one for each half of the regions.
std::string time_series(std::mt19937_64& engine) {
  std::vector<std::vector<double>> sources(2, std::vector<double>(30));
  for (auto& source : sources) {
    for (double& value : source) value = dsne::uniform(engine);
  }
  std::string text;
  for (int region = 0; region < regions; ++region) {
    text += (region < regions / 2 ? "Vis:" : "Motor:") + std::to_string(region);
    for (const double value : sources[region < regions / 2 ? 0 : 1]) {
      text += "," + number(value + dsne::uniform(engine));
    }
    text += "\n";
  }
  return text;
}

Site site_of_series(const std::string& name, int subjects) {
  Site site = small_site(name, subjects);
  site.files.clear();
  site.input["method"] = "sphere";
  site.input["data_format"] = "time_series";
  site.input["id_column"] = "canary_id";
  site.input.erase("label_column");
  std::mt19937_64 engine(std::hash<std::string>()(name));
  std::string list = "canary_file,canary_id\n";
  site.input["subject_files"] = Json::array();
  for (int subject = 1; subject <= subjects; ++subject) {
    const std::string file = "canary" + std::to_string(subject) + ".csv";
    list += file + "," + subject_id(name, subject) + "\n";
    site.files[file] = time_series(engine);
    site.input["subject_files"].push_back(file);
  }
  site.files[subjects_file] = list;
  return site;
}

std::vector<Site> sphere_sites() {
  return {site_of_series("north", 14), site_of_series("south", 13), site_of_series("west", 12)};
}

}  // namespace

TEST_CASE("a run of method sphere ends in a sphere for all and subjects beside it at each site") {
  SmallFederation federation(sphere_sites());
  const Json end = federation.run();
  const Json& result = end.at("result");
  CHECK(result["regions"].size() == regions);
  CHECK(result["networks"][0] == "Vis");
  CHECK(result["subjects"] == 39);
  CHECK(result["fit"]["minimised"]["stress"] <= result["fit"]["closed"]["stress"]);
  const auto own = federation.folders("local1").output;
  const auto subjects = csv_cells(own / "subjects.csv");
  REQUIRE(subjects.size() == 14);
  CHECK(subjects[0][0] == "id");
  CHECK(subjects[0][4] == "Vis:0");
  CHECK(subjects[1][0] == subject_id("south", 1));
  CHECK(subjects[1].size() == 4 + regions);
  CHECK(content(own / "sphere.csv") == content(own / "joint" / "sphere.csv"));
  CHECK(csv_cells(own / "sphere.csv").size() == regions + 1);
  CHECK(contains(content(own / "index.html"), subject_id("south", 2)));
  CHECK_FALSE(contains(content(own / "joint" / "index.html"), secret_word));
  CHECK(Json::parse(content(own / "joint" / "result.json")).at("result") == result);
  CHECK_FALSE(dsne::fs::exists(own / "private_subjects.bin"));
}

TEST_CASE("of a subject's network nothing leaves a site but masked sums") {
  SmallFederation federation(sphere_sites());
  federation.run();
  int masked = 0;
  for (const Exchange& exchange : federation.exchanges()) {
    CHECK_FALSE(contains(exchange.output.dump(), secret_word));
    if (exchange.node == "remote" || exchange.output["phase"] != "embed") continue;
    for (const auto& item : exchange.output.items()) {
      CHECK((item.key() == "phase" || item.key() == "round" || item.key() == "regions" ||
             item.key() == "masked"));
    }
    masked += exchange.output.contains("masked") ? 1 : 0;
  }
  CHECK(masked == 9);
}

TEST_CASE("sites whose regions differ make no sphere") {
  std::vector<Site> sites = sphere_sites();
  for (auto& [name, text] : sites[2].files) {
    if (name != subjects_file) text = replaced(text, "Vis:0", "Vis:9");
  }
  SmallFederation federation(sites);
  federation.run_until("remote", "embed");
  check_refused(federation,
                "the networks of sites local0 and local2 have other regions, or have them in "
                "another order");
}

TEST_CASE("a constant region is a missing one") {
  std::vector<Site> sites = sphere_sites();
  std::string& text = sites[0].files["canary3.csv"];
  const auto end = text.find('\n');
  std::string constant = "Vis:0";
  for (int i = 0; i < 30; ++i) constant += ",1";
  text = constant + text.substr(end);
  SUBCASE("which ends the run") {
    SmallFederation federation(sites);
    federation.run_until("local0", "reference");
    federation.step();
    federation.run_until("local0", "reference");
    check_refused(federation, "site_data row 4, column 1: a missing value");
  }
  SUBCASE("or leaves the subject out") {
    for (Site& site : sites) site.input["missing"] = "drop";
    SmallFederation federation(sites);
    CHECK(federation.run().at("result").at("subjects") == 38);
  }
}
