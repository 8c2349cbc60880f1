// Runs with other choices of the parameters, and at their edges.

#include <cmath>

#include "steps.h"

namespace {

/// Runs to the end and checks that every site has finite coordinates for each of its subjects.
void check_embeddings(SmallFederation& federation, const std::vector<std::size_t>& points) {
  federation.run();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Cells own = federation.embedding(dsne::tools::site_id(i));
    CHECK(own.size() == points[i] + 1);
    for (std::size_t row = 1; row < own.size(); ++row) {
      CHECK(std::isfinite(std::stod(own[row][1])));
      CHECK(std::isfinite(std::stod(own[row][2])));
    }
  }
}

}  // namespace

TEST_CASE("three dimensions, and several iterations in a round, which make fewer rounds") {
  SmallFederation federation(
      small_sites({{"no_dims", 3}, {"local_iterations", 3}, {"max_iterations", 7}}));
  check_embeddings(federation, {24, 20, 16});
  CHECK(federation.embedding("local2")[0][3] == "z");
  CHECK(federation.joint_table("embedding.csv")[0] ==
        std::vector<std::string>{"site", "x", "y", "z", "label"});
  std::vector<int> iterations;
  for (const Json& message : federation.sent_by("remote")) {
    if (message["phase"] == "embed") iterations.push_back(message["iteration"]);
  }
  CHECK(iterations == std::vector<int>{0, 3, 6});
}

TEST_CASE("subjects with a missing value are dropped or filled in") {
  std::vector<Site> sites = small_sites();
  std::string& text = sites[1].files[subjects_file];
  text = replaced(text, small_numbers("south", 20)[4][0], "");
  text = replaced(text, small_numbers("south", 20)[9][4], "NA");
  SmallFederation dropped(sites_with(sites, {{"missing", "drop"}}));
  check_embeddings(dropped, {24, 18, 16});
  const Cells own = dropped.embedding("local1");
  for (const auto& [row, subject] : {std::pair{4U, 4}, {5U, 6}, {8U, 9}, {9U, 11}}) {
    CHECK(own[row][0] == subject_id("south", subject));
    CHECK(own[row][3] == subject_label("south", subject));
  }
  CHECK(contains(dropped.page("local1"), "2 subjects are not on the map"));
  SmallFederation filled(sites_with(sites, {{"missing", "impute"}}));
  check_embeddings(filled, {24, 20, 16});
}

TEST_CASE("the fewest sites, points and features make a map, and points that are all equal") {
  std::string subjects = "canary_id,canary_f1,canary_f2\n";
  std::string reference = "canary_f1,canary_f2\n";
  for (int i = 1; i <= 8; ++i) subjects += subject_id("north", i) + ",1,2\n";
  for (int i = 0; i < 20; ++i) reference += number(i % 4) + ",2\n";
  const Site equal = with(with_reference(small_site("north", 8)), {{"label_column", nullptr}}, {},
                          {{subjects_file, subjects}, {reference_file, reference}});
  const Site narrow =
      with(with_reference(small_site("north", 10)), {}, {},
           {{subjects_file, subjects_csv("north", 10, 1)}, {reference_file, reference_csv(30, 1)}});
  const Site one = with_reference(small_site("north", 1));
  using Federations = std::vector<std::pair<std::vector<Site>, std::vector<std::size_t>>>;
  Federations federations = {{{one, small_site("south", 2), small_site("west", 16)}, {1, 2, 16}}};
  for (const char* start : {"tsne", "pca"}) {
    federations.push_back({sites_with({narrow}, {{"initialization", start}}), {10}});
  }
  for (const char* scaling : {"none", "row_max", "zscore", "robust"}) {
    federations.push_back({sites_with({equal}, {{"normalization", scaling}}), {8}});
  }
  for (const auto& [sites, points] : federations) {
    SmallFederation federation(sites);
    check_embeddings(federation, points);
  }
}

TEST_CASE("labels from a separate file") {
  std::string labels = "canary_label\n";
  for (int i = 0; i < 30; ++i) labels += "kind " + std::to_string(i % 2) + "\n";
  SmallFederation federation({with(
      with_reference(small_site("north", 5)),
      {{"label_column", nullptr}, {"site_label", {"own.txt"}}, {"reference_label", "labels.csv"}},
      {{"share_labels", true}}, {{"own.txt", "1.0\n2e0\ncanary\n\n5\n"}, {"labels.csv", labels}})});
  check_embeddings(federation, {5});
  const Cells own = federation.embedding("local0");
  const std::vector<std::string> expected = {"1", "2", "canary", "", "5"};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(own[i + 1][3] == expected[i]);
  const Cells joint = federation.joint_table("embedding.csv");
  CHECK(joint[2][3] == "kind 1");
  CHECK(joint[33][3] == "canary");
}

TEST_CASE("tables without names of columns are matched by position") {
  std::vector<Site> sites = small_sites({{"id_column", nullptr}, {"label_column", nullptr}});
  for (const auto& [site, name, points] :
       {std::tuple{0U, "north", 24}, {1U, "south", 20}, {2U, "west", 16}}) {
    std::string table;
    for (const auto& row : small_numbers(name, points)) {
      for (const std::string& cell : row) table += cell + " ";
      table += "\n";
    }
    sites[site].files[subjects_file] = table;
  }
  FinishedRun federation(sites);
  CHECK(federation.embedding("local2").back().front() == "16");
}
