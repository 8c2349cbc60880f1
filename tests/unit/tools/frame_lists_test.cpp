#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "tools/look/scan_page.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::tools::frame_lists;
using Eigen::Index;

namespace {

const std::vector<std::string> frame_measures = {"cjv", "cnr", "efc"};

/// Values around 100, of which the first tenth is high in one measure.
Matrix placed_values(Index count, std::uint64_t seed, Index high) {
  Matrix values = dsne::tsne::random_coordinates(count, 3, 1, seed);
  values.array() += 100;
  values.col(high).head(count / 10).array() += 6;
  return values;
}

/// A site whose rows, of ten subjects each, tell that its raters exclude the first tenth.
dsne::summary::NamedSummary judged_source(const std::string& name, std::uint64_t seed, Index high) {
  const Matrix values = placed_values(200, seed, high);
  dsne::summary::Summary summary{frame_measures, Matrix(20, 3), Vector::Constant(20, 10),
                                 dsne::RowVector::Ones(3), Vector::Constant(20, 0.1)};
  for (Index g = 0; g < 20; ++g) {
    summary.means.row(g) = values.middleRows(10 * g, 10).colwise().mean();
  }
  summary.excluded->head(2).setConstant(0.9);
  return {name, summary};
}

dsne::summary::CommonMap judged_map(Index own_high) {
  dsne::summary::CommonMap map;
  map.sources.sites = {judged_source("a", 1, 0), judged_source("b", 2, 0),
                       judged_source("own", 3, own_high)};
  map.space.middle = dsne::RowVector::Constant(3, 100);
  return map;
}

dsne::quality::OwnRecords own_records() {
  dsne::quality::OwnRecords table;
  table.values = placed_values(60, 7, 0);
  table.values(30, 2) = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 60; ++i) table.persons.push_back(std::to_string(i));
  return table;
}

}  // namespace

TEST_CASE("a site's own verdicts never judge that site") {
  // The others' raters exclude by the first measure, the site's own by the second or by none.
  const auto lists = frame_lists(judged_map(1), own_records(), 60, 2, std::nullopt).scores.lists;
  REQUIRE(lists.like_excluded);
  CHECK(lists.like_excluded->model.sites == 2);
  CHECK(lists.like_excluded->listed[0]);
  dsne::summary::CommonMap without = judged_map(1);
  without.sources.sites[2].summary.excluded.reset();
  const auto same = frame_lists(without, own_records(), 60, 2, std::nullopt).scores.lists;
  REQUIRE(same.like_excluded);
  CHECK(same.like_excluded->scores == lists.like_excluded->scores);
  // Where the site's summary is not known as its own, its verdicts are another's.
  const auto all =
      frame_lists(judged_map(1), own_records(), 60, std::nullopt, std::nullopt).scores.lists;
  REQUIRE(all.like_excluded);
  CHECK(all.like_excluded->model.sites == 3);
  // One other site with verdicts is too few.
  without.sources.sites[1].summary.excluded.reset();
  CHECK_FALSE(frame_lists(without, own_records(), 60, 2, std::nullopt).scores.lists.like_excluded);
}

TEST_CASE("a given model is taken by its measures' names, and must have the frame's") {
  const auto lists = frame_lists(judged_map(0), own_records(), 60, 2, std::nullopt).scores.lists;
  REQUIRE(lists.like_excluded);
  dsne::summary::CommonMap silent = judged_map(0);
  for (auto& site : silent.sources.sites) site.summary.excluded.reset();
  const auto read = dsne::quality::parse_verdict_model(
      dsne::quality::verdict_model_csv({frame_measures, lists.like_excluded->model}), "it");
  const auto by_file = frame_lists(silent, own_records(), 60, 2, read).scores.lists;
  REQUIRE(by_file.like_excluded);
  CHECK(by_file.like_excluded->scores == lists.like_excluded->scores);
  auto foreign = read;
  foreign.measures[1] = "fber";
  CHECK_THROWS_AS(frame_lists(silent, own_records(), 60, 2, foreign), dsne::InputError);
}
