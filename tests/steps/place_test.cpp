#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "folders.h"
#include "placement_desk.h"

using dsne::tools::UsageError;
namespace fs = boost::filesystem;

namespace {

/// The places in a table, without its first line.
std::vector<std::array<double, 2>> places_of(const fs::path& table) {
  std::vector<std::array<double, 2>> places;
  for (const auto& row : csv_cells(table)) {
    if (row[1] != "x") places.push_back({std::stod(row[1]), std::stod(row[2])});
  }
  return places;
}

/// The median distance between places and others, in widths of the others.
double median_shift(const std::vector<std::array<double, 2>>& places,
                    const std::vector<std::array<double, 2>>& others) {
  REQUIRE(places.size() == others.size());
  std::vector<double> shifts;
  double width = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    shifts.push_back(std::hypot(places[i][0] - others[i][0], places[i][1] - others[i][1]));
    for (const auto& other : others) {
      width =
          std::max({width, std::abs(others[i][0] - other[0]), std::abs(others[i][1] - other[1])});
    }
  }
  std::nth_element(shifts.begin(), shifts.begin() + std::ssize(shifts) / 2, shifts.end());
  return shifts[shifts.size() / 2] / width;
}

/// A table of north in which every other subject is not represented in the reference.
std::string with_outer_group() {
  std::string table = subjects_csv("north", 24);
  for (int subject = 1; subject <= 12; ++subject) {
    const std::size_t row = table.find(subject_id("north", 2 * subject) + ",");
    table.insert(table.find(',', table.find(',', row) + 1) + 1, "9");
  }
  return table;
}

}  // namespace

TEST_CASE("the subjects of a single-shot run are placed and scored as in the run, byte for byte") {
  PlacementDesk desk(small_sites_with({{"method", "single-shot"}, {"normalization", "zscore"}}));
  REQUIRE(desk.place(desk.site("local1") / "joint", subjects_csv("south", 20)) == "");
  CHECK(content(desk.result("embedding.csv")) == content(desk.site("local1") / "embedding.csv"));
  CHECK(content(desk.result("embedding.png")).substr(1, 3) == "PNG");
  CHECK(content(desk.result("embedding.svg")).find("<svg") != std::string::npos);
  CHECK(desk.out.str().find("of 20 subjects") != std::string::npos);
}

TEST_CASE("placed again with the site's subjects, the run's own ones keep their positions") {
  PlacementDesk desk(small_sites_with({{"normalization", "robust"}}));
  const std::string own = subjects_csv("south", 20);
  REQUIRE(desk.place(desk.site("local1") / "joint", own,
                     {"--site-data", desk.file("own.csv", own)}) == "");
  CHECK(content(desk.result("embedding.csv")) == content(desk.site("local1") / "embedding.csv"));
  CHECK(desk.out.str().find("20 subjects were in the run") != std::string::npos);
}

TEST_CASE("a new subject like the run's own ones outside of the map is placed beside them") {
  // Twelve of the first site's subjects are not represented in the reference.
  std::vector<Site> sites = small_sites();
  const std::string table = with_outer_group();
  sites[0].files[subjects_file] = table;
  PlacementDesk desk(sites);
  const auto own = csv_cells(desk.site("local0") / "embedding.csv");
  const std::string again =
      replaced(table, subject_id("north", 2) + ",", subject_id("north", 99) + ",");
  REQUIRE(desk.place(desk.site("local0") / "joint", again,
                     {"--site-data", desk.file("own.csv", table)}) == "");
  const auto placed = csv_cells(desk.result("embedding.csv"));
  double width = 0;
  for (std::size_t row = 1; row < own.size(); ++row) {
    width = std::max(width, std::abs(std::stod(own[row][1]) - std::stod(own[1][1])));
    if (row == 2) continue;
    CHECK(std::vector(placed[row].begin(), placed[row].begin() + 3) ==
          std::vector(own[row].begin(), own[row].begin() + 3));
  }
  CHECK(placed[2][0] == subject_id("north", 99));
  CHECK(std::abs(std::stod(placed[2][1]) - std::stod(own[2][1])) < 0.1 * width);
}

TEST_CASE("with every method, a subject of the run keeps its position") {
  // Twelve of the first site's subjects are not represented in the reference.
  const std::string table = with_outer_group();
  std::string renamed = table;
  for (int subject = 1; subject <= 24; ++subject) {
    renamed = replaced(renamed, subject_id("north", subject) + ",",
                       subject_id("north", subject + 100) + ",");
  }
  const dsne::Json runs = {
      {{"method", "dsne"}, {"max_iterations", 40}},
      {{"method", "single-shot"}},
      {{"method", "single-shot"}, {"placement", "paper"}, {"max_iterations", 200}},
      {{"method", "fedne"}, {"max_iterations", 40}},
      {{"method", "fed-tsne"}, {"max_iterations", 40}},
      {{"method", "fed-umap"}, {"max_iterations", 500}},
      {{"method", "dp-dsne"}, {"dp_sigma", 20}},
      {{"method", "dp-density"}}};
  for (const dsne::Json& inputs : runs) {
    CAPTURE(inputs.dump());
    std::vector<Site> sites = small_sites_with(inputs, {{"epsilon_budget", 5}});
    sites[0].files[subjects_file] = table;
    PlacementDesk desk(sites);
    const std::string own = desk.file("own.csv", table);
    const auto places = places_of(desk.site("local0") / "embedding.csv");
    const auto placed = [&](const std::string& again) {
      REQUIRE(desk.place(desk.site("local0") / "joint", again, {"--site-data", own}) == "");
      return places_of(desk.result("embedding.csv"));
    };
    CHECK(placed(table) == places);
    // Noise leaves nothing on dp-dsne's map to place a subject by.
    const std::vector<std::array<double, 2>> as_new = placed(renamed);
    if (inputs["method"] != "dp-dsne") CHECK(median_shift(as_new, places) < 0.02);
  }
}

TEST_CASE("the report on new subjects has their ids and scores, and stays at the site") {
  PlacementDesk desk(small_sites());
  REQUIRE(desk.place(desk.site("local0") / "joint", subjects_csv("new", 3)) == "");
  const std::string page = content(desk.result("index.html"));
  CHECK(page.find(subject_id("new", 2)) != std::string::npos);
  CHECK(page.find("Nothing of the run") != std::string::npos);
  CHECK(page.find("auto: none") != std::string::npos);
}

TEST_CASE("new subjects are placed on the map of any run, alone or with the site's others") {
  PlacementDesk desk(small_sites());
  const fs::path embedding = desk.site("local0") / "joint" / "embedding.csv";
  REQUIRE(desk.place(embedding, subjects_csv("new", 1)) == "");
  const auto alone = csv_cells(desk.result("embedding.csv"));
  REQUIRE(alone.size() == 2);
  CHECK(alone[0].back() == "also_check");
  CHECK(alone[1].front() == subject_id("new", 1));
  const std::string others = desk.file("others.csv", subjects_csv("north", 24));
  REQUIRE(desk.place(embedding, subjects_csv("new", 1), {"--site-data", others}) == "");
  const auto beside = csv_cells(desk.result("embedding.csv"));
  REQUIRE(beside.size() == 2);
  CHECK(beside[1].front() == alone[1].front());
}

TEST_CASE("new subjects may be a list of measure files") {
  PlacementDesk desk(small_sites());
  const fs::path joint = desk.site("local0") / "joint";
  REQUIRE(desk.place(joint, subjects_csv("new", 3)) == "");
  const std::string from_table = content(desk.result("embedding.csv"));
  const auto cells = cells_of(subjects_csv("new", 3));
  std::string list = "file,canary_id,canary_label\n";
  for (std::size_t row = 1; row < cells.size(); ++row) {
    const std::string name = "measures" + std::to_string(row) + ".txt";
    std::string measures;
    for (std::size_t column = 2; column < cells[row].size(); ++column) {
      measures += cells[0][column] + " " + cells[row][column] + "\n";
    }
    desk.file(name, measures);
    list += name + "," + cells[row][0] + "," + cells[row][1] + "\n";
  }
  REQUIRE(desk.place(joint, list) == "");
  CHECK(content(desk.result("embedding.csv")) == from_table);
  CHECK(desk.place(joint, list, {"--data-format", "nifti"}) != "");
  CHECK_THROWS_AS(desk.place(joint, list, {"--data-format", "folder"}), UsageError);
}

TEST_CASE("an error says what is missing or does not fit, and nothing private") {
  PlacementDesk desk(single_shot_sites());
  const fs::path joint = desk.site("local1") / "joint";
  const std::string table = subjects_csv("new", 3);
  for (const char* alone : {"--data", "--map"}) {
    CHECK_THROWS_AS(
        dsne::tools::run(dsne::tools::place_command(), {alone, "x"}, {desk.out, desk.out, false}),
        UsageError);
  }
  const std::string narrow = subjects_csv("new", 3, 4);
  const std::string others = desk.file("others.csv", narrow);
  CHECK(desk.place(fs::path(others).parent_path(), table) ==
        "the run's joint/metrics.json is not where --map says");
  CHECK(desk.place(joint, narrow) ==
        "the data (--data) lacks the feature in column 5 of the reference");
  CHECK(desk.place(joint, table, {"--site-data", others}) ==
        "the data (--site-data) lacks the feature in column 5 of the reference");
  CHECK(desk.place(joint, table.substr(0, table.rfind(',') + 1) + "\n") ==
        "the data (--data) row 4, column 7: a missing value: fill it or leave the row out, or ask "
        "the run's owner to set missing to drop or impute");
  CHECK(desk.place(joint, "canary_id,canary_label\n1,x\n").find(secret_word) == std::string::npos);

  const fs::path own = desk.site("local1") / "embedding.csv";
  const std::string places = content(own);
  write(own, replaced(places, "id,", "name,"));
  CHECK(desk.place(joint, table) == "the run's embedding.csv has no ids");
  fs::remove(own);
  CHECK(desk.place(joint, table) == "the run's embedding.csv is not where --map says");
  write(own, places);

  const fs::path reference = desk.site("local1") / "reference.csv";
  const std::string text = content(reference);
  write(reference, text.substr(0, text.rfind('\n', text.size() - 2) + 1));
  CHECK(desk.place(joint, table) ==
        "the run's reference.csv and the files in joint/ are not of one run");
  fs::remove(reference);
  CHECK(desk.place(joint, table) == "the run's reference.csv is not where --map says");
  write(joint / "metrics.json", "{\"parameters\": 3");
  CHECK(desk.place(joint, table) == "the run's joint/metrics.json holds no parameters");
}
