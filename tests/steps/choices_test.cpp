// Runs with each choice of the parameters.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <cmath>
#include <set>

#include "folders.h"
#include "packed.h"
#include "refusal.h"
#include "small_federation.h"
#include "text_search.h"

namespace fs = boost::filesystem;
using dsne::Json;

namespace {

/// Runs to the end and checks that every site has finite coordinates for each of its subjects.
void check_embeddings(SmallFederation& federation, const std::vector<std::size_t>& points) {
  federation.run();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto own = csv_cells(federation.output(dsne::tools::site_id(i)) / "embedding.csv");
    CHECK(own.size() == points[i] + 1);
    for (std::size_t row = 1; row < own.size(); ++row) {
      CHECK(std::isfinite(std::stod(own[row][1])));
      CHECK(std::isfinite(std::stod(own[row][2])));
    }
  }
}

/// The positions that two sites share at the end of a run, as sent.
std::string coordinates_with(const Json& inputs) {
  CAPTURE(inputs);
  std::vector<Site> sites = small_sites_with(inputs);
  sites.pop_back();
  SmallFederation federation(sites);
  federation.run_until("remote", "collect");
  std::string coordinates;
  const Json answers = federation.next_stdin()["input"];
  for (const Json& answer : answers) coordinates += legible(answer["places"]).dump();
  CHECK_FALSE(contains(coordinates, "null"));
  return coordinates;
}

}  // namespace

TEST_CASE("each choice makes a map of its own") {
  const std::vector<Json> choices = {{{"initialization", "tsne"}},
                                     {{"initialization", "pca"}},
                                     {{"initialization", "random"}},
                                     {{"initialization", "random"}, {"seed", 2}},
                                     {{"normalization", "row_max"}},
                                     {{"normalization", "zscore"}},
                                     {{"normalization", "robust"}},
                                     {{"initial_dims", 2}},
                                     {{"perplexity", 3.5}},
                                     {{"learning_rate", 3}},
                                     {{"early_exaggeration_iterations", 2}},
                                     {{"momentum", 0.1}},
                                     {{"momentum_switch_iteration", 2}},
                                     {{"max_iterations", 3}},
                                     {{"local_iterations", 2}},
                                     {{"no_dims", 3}}};
  std::set<std::string> embeddings;
  for (const Json& choice : choices) {
    CAPTURE(choice);
    CHECK(embeddings.insert(coordinates_with(choice)).second);
  }
}

TEST_CASE("three dimensions") {
  SmallFederation federation(small_sites_with({{"no_dims", 3}}));
  check_embeddings(federation, {24, 20, 16});
  const fs::path output = federation.output("local2");
  const auto own = csv_cells(output / "embedding.csv");
  CHECK(own[0][3] == "z");
  CHECK(std::isfinite(std::stod(own[1][3])));
  CHECK(csv_cells(output / "joint" / "embedding.csv")[0] ==
        std::vector<std::string>{"site", "x", "y", "z", "label"});
  CHECK(fs::file_size(output / "embedding.png") > 0);
}

TEST_CASE("several iterations in a round make fewer rounds") {
  SmallFederation federation(small_sites_with({{"local_iterations", 3}, {"max_iterations", 7}}));
  check_embeddings(federation, {24, 20, 16});
  int rounds = 0;
  std::vector<int> iterations;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.output["phase"] != "embed") continue;
    if (exchange.node == "remote") iterations.push_back(exchange.output["iteration"]);
    if (exchange.node != "local1") continue;
    ++rounds;
    CHECK(exchange.output["masked"]["reference_velocity"]["rows"] == 30);
  }
  CHECK(rounds == 3);
  CHECK(iterations == std::vector<int>{0, 3, 6});
}

TEST_CASE("subjects with a missing value are dropped or filled in") {
  std::vector<Site> sites = small_sites();
  std::string& text = sites[1].files[subjects_file];
  const std::string first = small_numbers("south", 20)[4][0];
  text = replaced(text, first, "");
  text = replaced(text, small_numbers("south", 20)[9][4], "NA");

  SmallFederation dropped(sites_with(sites, {{"missing", "drop"}}));
  check_embeddings(dropped, {24, 18, 16});
  const auto own = csv_cells(dropped.output("local1") / "embedding.csv");
  for (const auto& [row, subject] : {std::pair{4U, 4}, {5U, 6}, {8U, 9}, {9U, 11}}) {
    CHECK(own[row][0] == subject_id("south", subject));
    CHECK(own[row][3] == subject_label("south", subject));
  }
  CHECK(contains(dropped.page("local1"), "2 subjects are not on the map"));
  SmallFederation filled(sites_with(sites, {{"missing", "impute"}}));
  check_embeddings(filled, {24, 20, 16});
}

TEST_CASE("the fewest sites, points and features make a map, and points that are all equal") {
  Site equal = site_with_reference("north", 8);
  std::string subjects = "canary_id,canary_f1,canary_f2\n";
  std::string reference = "canary_f1,canary_f2\n";
  for (int i = 1; i <= 8; ++i) subjects += subject_id("north", i) + ",1,2\n";
  for (int i = 0; i < 20; ++i) reference += number(i % 4) + ",2\n";
  equal.files = {{subjects_file, subjects}, {reference_file, reference}};
  equal.input.erase("label_column");
  Site narrow = site_with_reference("north", 10);
  narrow.files = {{subjects_file, subjects_csv("north", 10, 1)},
                  {reference_file, reference_csv(30, 1)}};
  const auto with = [](const Site& site, const char* name, const char* value) {
    return sites_with({site}, {{name, value}});
  };
  for (const auto& [sites, points] :
       std::vector<std::pair<std::vector<Site>, std::vector<std::size_t>>>{
           {{site_with_reference("north", 24)}, {24}},
           {{site_with_reference("north", 1), small_site("south", 2), small_site("west", 16)},
            {1, 2, 16}},
           {with(narrow, "initialization", "tsne"), {10}},
           {with(narrow, "initialization", "pca"), {10}},
           {with(equal, "normalization", "none"), {8}},
           {with(equal, "normalization", "row_max"), {8}},
           {with(equal, "normalization", "zscore"), {8}},
           {with(equal, "normalization", "robust"), {8}}}) {
    CAPTURE(sites[0].input.dump());
    SmallFederation federation(sites);
    check_embeddings(federation, points);
  }
}

TEST_CASE("labels from a separate file") {
  Site site = site_with_reference("north", 5);
  site.input.erase("label_column");
  site.input["site_label"] = {"canary_labels.txt"};
  site.files["canary_labels.txt"] = "1.0\n2e0\ncanary\n\n5\n";
  site.input["reference_label"] = "canary_reference_labels.csv";
  std::string labels = "canary_label\n";
  for (int i = 0; i < 30; ++i) labels += "kind " + std::to_string(i % 2) + "\n";
  site.files["canary_reference_labels.csv"] = labels;
  site.input["site_settings"].update(Json{{"share_labels", true}});
  SmallFederation federation({site});
  check_embeddings(federation, {5});
  const fs::path output = federation.output("local0");
  const auto own = csv_cells(output / "embedding.csv");
  const std::vector<std::string> expected = {"1", "2", "canary", "", "5"};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(own[i + 1][3] == expected[i]);
  const auto joint = csv_cells(output / "joint" / "embedding.csv");
  CHECK(joint[2][3] == "kind 1");
  CHECK(joint[33][3] == "canary");
}
