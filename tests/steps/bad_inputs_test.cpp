// Parameters, file names and settings that are wrong, and sites that disagree.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>

#include "folders.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;

namespace {

Site site_with(const std::string& name, const Json& value) {
  Site site = site_with_reference("north", 24);
  site.input[name] = value;
  return site;
}

}  // namespace

TEST_CASE(
    "unknown inputs are refused, by name when it can only be a name, and wrong ones by range or "
    "type") {
  struct Trial {
    std::string name;
    Json value;
    std::string expected;
  };
  for (const Trial& trial : std::vector<Trial>{
           {"no_dims", 6, "site local0: parameter no_dims must be a whole number from 2 to 5"},
           {"initialization", "canary", "initialization must be one of: random, pca, tsne"},
           {"perplexty", 5, "input perplexty is unknown"},
           {"canary of 31337", 5, "an input is unknown"},
           {"/canary", 5, "an input is unknown"},
           {"feature_columns", "canary_f1", "feature_columns must be a list of columns' names"},
           {"feature_columns", Json::array({31337}),
            "feature_columns must be the name of a column"},
           {"id_column", 31337, "id_column must be the name of a column"},
           {"header", true, "header must be one of: auto, yes, no"}}) {
    CAPTURE(trial.name);
    check_site_refuses(site_with(trial.name, trial.value), trial.expected);
  }
}

TEST_CASE("names of files") {
  SmallFederation federation;
  for (const std::string input :
       {"site_data", "site_label", "reference_data", "reference_label", "site_settings"}) {
    const std::string pointer = "/input/" + input;
    const std::vector<std::string> paths = {
        "../canary.csv", "canary/x.csv", "/canary.csv",         "/etc/passwd",        ".", "..",
        "canary\\x.csv", "canary\n",     std::string("a\0", 2), std::string(300, 'c')};
    for (const std::string& path : paths) {
      check_refused_with(federation, pointer, path,
                         input + " must be the name of a file in the site's input folder");
    }
    check_refused_with(federation, pointer, {"canary1", "canary2"}, input + " must name one file");
    check_refused_with(federation, pointer, Json::array({31337}), input + " must be a file name");
    check_refused_with(federation, pointer, 31337, input + " must be a file name");
    check_refused_with(federation, pointer, true, input + " must be a file name");
    Json in = federation.next_stdin();
    in["input"][input] = "canary_nothing.csv";
    check_faulty(federation, in, {input + ": there is no such file"});
  }
  for (const Json& nothing : {Json(nullptr), Json(""), Json::array()}) {
    check_refused_with(federation, "/input/site_data", nothing, "site_data is missing");
  }
}

TEST_CASE("a folder in place of a file") {
  Site site = site_with("site_data", "canary_folder");
  site.files["canary_folder/canary.csv"] = subjects_csv("north", 24);
  check_site_refuses(site, "site_data is a folder without images (.nii, .nii.gz)");
}

TEST_CASE("settings") {
  const std::string no_object = "site_settings is not a JSON object";
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"", no_object},
           {"canary", no_object},
           {"[]", no_object},
           {"null", no_object},
           {R"({"share_places": true)", no_object},
           {"\xFF", no_object},
           {R"({"share_plases": true})", "input share_plases is unknown"},
           {R"({"/canary": 1})", "site_settings: an input is unknown"},
           {R"({"share_places": "canary"})", "share_places must be true or false"},
           {R"({"share_labels": 1})", "share_labels must be true or false"},
           {R"({"share_labels": null})", "share_labels must be true or false"},
           {R"({"header": "canary"})", "header must be one of: auto, yes, no"},
           {R"({"id_column": ["canary"]})", "id_column must be the name of a column"}}) {
    Site site = site_with("site_settings", settings_file);
    site.files[settings_file] = text;
    check_site_refuses(site, expected);
  }
}

TEST_CASE("a label column that does not exist") {
  Site site = small_site("north", 24);
  site.input["reference_label"] = "canary_labels.txt";
  check_site_refuses(site, "reference_label is given without reference_data");
}

TEST_CASE("sites without the reference's features") {
  std::vector<Site> sites = small_sites();
  std::string& table = sites[1].files[subjects_file];
  table = replaced(table, "canary_f3", "canary_g3");
  sites[2].files[subjects_file] = subjects_csv("west", 16, 3);
  SmallFederation federation(sites);
  federation.run_until("remote", "reference");
  check_refused_by_measures(
      federation,
      "2 faults: (1) site local1 lacks canary_f3, 1 of the 5 measures that the reference has; "
      "(2) site local2 lacks canary_f4 and canary_f5, 2 of the 5 measures");
}

TEST_CASE("columns that the reference does not have are ignored, whatever they hold") {
  std::vector<Site> sites = small_sites();
  const FinishedRun plain(sites);
  std::string& table = sites[1].files[subjects_file];
  std::string wider;
  for (const std::string& line : lines_of(table)) {
    const bool header = wider.empty();
    wider += line + (header ? ",canary_note,canary_empty,canary_mixed" : ",canary,,1");
    wider += '\n';
  }
  wider.replace(wider.size() - 2, 1, "canary");
  table = wider;
  FinishedRun federation(sites);
  CHECK(federation.result == plain.result);
  // Every report says so.
  const auto south = federation.output("local1");
  CHECK(contains(content(south / "joint" / "measures.csv"),
                 "canary_f5,yes,\ncanary_mixed,no,local0; local1; local2\n"));
  for (const char* page : {"index.html", "joint/index.html"}) {
    CHECK(contains(content(south / page), "<h2>Measures left out</h2>"));
    CHECK(contains(content(south / page), "canary_mixed"));
  }
}

TEST_CASE("a perplexity that is too large for a site") {
  SmallFederation federation(small_sites_with({{"perplexity", 16}}));
  check_reference_refused(federation, "local2",
                          "perplexity is too large: with this site's points and the reference's "
                          "it must be at most 15.0");
}

TEST_CASE("a site with few subjects takes part in no method that sends sums, unless it says so") {
  std::vector<Site> sites = small_sites();
  sites[1].input["site_settings"]["least_subjects"] = 21;
  SmallFederation few(sites);
  few.run_until("local1", "register");
  check_faulty(few, {"method dsne sends sums over this site's 20 subjects; least_subjects is 21: "
                     "set it in site_settings"});
  FinishedRun(sites_with(sites, {{"method", "single-shot"}}));
  sites[1].input["site_settings"].erase("least_subjects");
  const FinishedRun enough(sites);
  sites[2].input["site_settings"].erase("least_subjects");
  SmallFederation federation(sites);
  federation.run_until("local2", "register");
  check_faulty(federation, {"16 subjects; least_subjects is 20"});
  for (const Json& value : {Json(0), Json(-1), Json(1.5), Json("20"), Json(nullptr)}) {
    sites[2].input["site_settings"]["least_subjects"] = value;
    check_site_refuses(sites[2], "site_settings: least_subjects must be a whole number from 1");
  }
}
