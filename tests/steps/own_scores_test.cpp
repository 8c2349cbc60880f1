// Runs on summaries: each site's lists are by its own subjects and the others' summaries.

#include <algorithm>
#include <random>

#include "steps.h"

namespace {

constexpr int scored_measures = 8;
constexpr std::size_t bad_scan = 4;

/// Normally distributed measures around 10 with a common part.
Cells ordinary_rows(int count, unsigned seed, double within = 1) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  Cells rows;
  for (int i = 0; i < count; ++i) {
    const double common = within * normal(generator);
    rows.emplace_back();
    for (int f = 0; f < scored_measures; ++f) {
      rows.back().push_back(number(10 + common + within * normal(generator)));
    }
  }
  return rows;
}

/// A site with a table of these rows, named canary-1 and so on unless ids are given.
Site scored_site(const Cells& rows, const std::vector<std::string>& ids = {}) {
  std::string text = "canary_id,canary_label";
  for (int f = 1; f <= scored_measures; ++f) text += ",canary_f" + std::to_string(f);
  text += '\n';
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += (ids.empty() ? "canary-" + std::to_string(i + 1) : ids[i]) + ",canary-A";
    for (const std::string& cell : rows[i]) text += ',' + cell;
    text += '\n';
  }
  return with(small_site("north", 12), {{"method", "single-shot"}, {"missing", "impute"}}, {},
              {{subjects_file, text}});
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
    const Cells rows = embedding(site);
    const auto at = std::ranges::find(rows.front(), name) - rows.front().begin();
    REQUIRE(at < std::ssize(rows.front()));
    std::vector<std::string> cells;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      cells.push_back(rows[i][static_cast<std::size_t>(at)]);
    }
    return cells;
  }
  std::ptrdiff_t count(const std::string& site, const std::string& name) {
    return std::ranges::count(column(site, name), "true");
  }

 private:
  /// 30 subjects, the fifth of whom has a bad scan.
  static Cells rows_with_bad_scan() {
    Cells rows = ordinary_rows(30, 1);
    for (std::size_t f = 0; f < 4; ++f) rows[bad_scan][f] = number(25);
    return rows;
  }
};

}  // namespace

TEST_CASE("a bad scan is on its site's lists, whatever another site's table holds") {
  const Cells ordinary = ordinary_rows(30, 3);
  ThreeSites plain(scored_site(ordinary));
  CHECK(std::stod(plain.column("local0", "outlier_score")[bad_scan]) > 0.95);
  CHECK(std::stod(plain.column("local0", "odd_score")[bad_scan]) > 3);
  const Json outliers = data_of(plain.page("local0"))["own"]["outliers"];
  CHECK(outliers["odd"]["subjects"][0] == bad_scan);
  Cells incomplete = ordinary;
  Cells empty = ordinary;
  for (std::size_t i = 19; i < 30; ++i) {
    std::fill(incomplete[i].begin() + 1, incomplete[i].end(), "n/a");
    empty[i].assign(scored_measures, "n/a");
  }
  std::vector<std::string> three_persons;
  for (int i = 0; i < 90; ++i) {
    three_persons.push_back("sub-canary" + std::to_string(i % 3) + "_ses-" + std::to_string(i));
  }
  struct Third {
    Site site;
    std::ptrdiff_t also_checked;
    std::string told;
  };
  for (const Third& third : std::vector<Third>{
           {scored_site(Cells(30, ordinary[0])), 0, "Nobody is listed as odd or inconsistent"},
           {scored_site(incomplete), 11, ""},
           {scored_site(empty), 0, "11 rows hold no measure"},
           {scored_site(ordinary_rows(90, 3, 0.01), three_persons), 0,
            "The 90 scans are of 3 persons"}}) {
    CAPTURE(third.told);
    ThreeSites changed(third.site);
    CHECK(changed.column("local0", "flagged")[bad_scan] == "true");
    CHECK(changed.count("local0", "flagged") <= 3);
    CHECK(changed.count("local1", "flagged") <= 2);
    for (const char* site : {"local0", "local1"}) {
      for (const char* score : {"odd_score", "inconsistent_score"}) {
        CHECK(changed.column(site, score) == plain.column(site, score));
      }
    }
    CHECK(changed.count("local2", "flagged") <= 1);
    CHECK(changed.count("local2", "also_check") >= third.also_checked);
    CHECK(contains(changed.page("local2"), third.told));
  }
}
