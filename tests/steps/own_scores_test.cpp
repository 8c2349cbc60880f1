// Runs on summaries: each site's lists are by its own subjects and the others' summaries.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "folders.h"
#include "small_federation.h"
#include "small_summaries.h"
#include "text_search.h"

using dsne::Json;

namespace {

constexpr int scored_measures = 8;
constexpr int bad_scan = 4;
using TableRows = std::vector<std::vector<std::string>>;

/// Normally distributed measures around 10 with a common part.
TableRows ordinary_rows(int count, unsigned seed, double within = 1) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  TableRows rows;
  for (int i = 0; i < count; ++i) {
    const double common = within * normal(generator);
    std::vector<std::string> row;
    for (int f = 0; f < scored_measures; ++f) {
      row.push_back(number(10 + common + within * normal(generator)));
    }
    rows.push_back(row);
  }
  return rows;
}

/// A site with a table of these rows, named by `person` from 1 on unless ids are given.
Site scored_site(const TableRows& rows, std::vector<std::string> ids = {}) {
  Site site = small_site("north", 12);
  site.input["method"] = "single-shot";
  site.input["missing"] = "impute";
  std::string text = "canary_id,canary_label";
  for (int f = 1; f <= scored_measures; ++f) text += ",canary_f" + std::to_string(f);
  text += '\n';
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += (ids.empty() ? "canary-" + std::to_string(i + 1) : ids[i]) + ",canary-A";
    for (const std::string& cell : rows[i]) text += ',' + cell;
    text += '\n';
  }
  site.files[subjects_file] = text;
  return site;
}

/// 30 subjects, the fifth of whom has a bad scan.
TableRows rows_with_bad_scan() {
  TableRows rows = ordinary_rows(30, 1);
  for (int f = 0; f < 4; ++f) rows[bad_scan][static_cast<std::size_t>(f)] = number(25);
  return rows;
}

/// A run of two ordinary sites, the first with a bad scan and the second with a summary, and a
/// third.
class ThreeSites : public FinishedRun {
 public:
  explicit ThreeSites(const Site& third)
      : FinishedRun({scored_site(rows_with_bad_scan()),
                     with_summary(scored_site(ordinary_rows(30, 2)), 1), third}) {}

  /// A column of a site's embedding.csv.
  std::vector<std::string> column(const std::string& site, const std::string& name) {
    const auto rows = csv_cells(output(site) / "embedding.csv");
    const auto found = std::find(rows.front().begin(), rows.front().end(), name);
    REQUIRE(found != rows.front().end());
    std::vector<std::string> cells;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      cells.push_back(rows[i][static_cast<std::size_t>(found - rows.front().begin())]);
    }
    return cells;
  }

  std::vector<std::string> scores(const std::string& site) {
    std::vector<std::string> all = column(site, "odd_score");
    for (const auto& cell : column(site, "inconsistent_score")) all.push_back(cell);
    return all;
  }

  std::ptrdiff_t count(const std::string& site, const std::string& name) {
    const auto cells = column(site, name);
    return std::count(cells.begin(), cells.end(), "true");
  }
};

/// The third site's table changes no list of the others.
void check_others_as_with(ThreeSites& plain, ThreeSites& changed) {
  CHECK(changed.column("local0", "flagged")[bad_scan] == "true");
  CHECK(changed.count("local0", "flagged") <= 3);
  CHECK(changed.count("local1", "flagged") <= 2);
  for (const char* site : {"local0", "local1"}) CHECK(changed.scores(site) == plain.scores(site));
}

}  // namespace

TEST_CASE("a bad scan is on its site's lists, whatever another site's table holds") {
  ThreeSites plain(scored_site(ordinary_rows(30, 3)));
  CHECK(plain.column("local0", "flagged")[bad_scan] == "true");
  CHECK(std::stod(plain.column("local0", "outlier_score")[bad_scan]) > 0.95);
  CHECK(std::stod(plain.column("local0", "odd_score")[bad_scan]) > 3);
  const Json outliers = data_of(plain.page("local0"))["own"]["outliers"];
  CHECK(outliers["odd"]["subjects"][0] == bad_scan);
  CHECK(outliers["odd"]["scores"].size() == 30);
  CHECK(contains(plain.page("local0"), "Of good subjects up to 2 % are listed by chance"));
  CHECK(contains(content(plain.output("local0") / "flagged.csv"), ", usual "));

  SUBCASE("copies of one row") {
    ThreeSites copies(scored_site(TableRows(30, ordinary_rows(1, 3)[0])));
    check_others_as_with(plain, copies);
    CHECK(copies.count("local2", "flagged") == 0);
    CHECK(contains(copies.page("local2"),
                   "Exactly the same measures as another subject&#39;s: 30 of 30 subjects"));
    CHECK(contains(copies.page("local2"), "Nobody is listed as odd or inconsistent"));
  }
  SUBCASE("rows with all measures but one missing") {
    TableRows rows = ordinary_rows(30, 3);
    for (std::size_t i = 19; i < 30; ++i) std::fill(rows[i].begin() + 1, rows[i].end(), "n/a");
    ThreeSites lacking(scored_site(rows));
    check_others_as_with(plain, lacking);
    const auto listed = lacking.column("local2", "also_check");
    CHECK(std::count(listed.begin(), listed.end(), "true") == 11);
    CHECK(
        std::all_of(listed.begin() + 19, listed.end(), [](const auto& x) { return x == "true"; }));
    CHECK(lacking.count("local2", "flagged") <= 1);
  }
  SUBCASE("rows without a value") {
    TableRows rows = ordinary_rows(30, 3);
    for (std::size_t i = 19; i < 30; ++i) rows[i].assign(scored_measures, "n/a");
    ThreeSites empty(scored_site(rows));
    check_others_as_with(plain, empty);
    CHECK(empty.column("local2", "flagged").size() == 19);
    CHECK(contains(empty.page("local2"), "11 rows hold no measure"));
  }
  SUBCASE("three persons scanned often") {
    TableRows rows = ordinary_rows(90, 3, 0.01);
    std::vector<std::string> ids;
    for (int i = 0; i < 90; ++i) {
      ids.push_back("sub-canary" + std::to_string(i % 3) + "_ses-" + std::to_string(i));
    }
    ThreeSites repeated(scored_site(rows, ids));
    check_others_as_with(plain, repeated);
    CHECK(repeated.count("local2", "flagged") == 0);
    CHECK(contains(repeated.page("local2"), "The 90 scans are of 3 persons"));
  }
}
