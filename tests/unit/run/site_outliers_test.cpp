#include "run/site_outliers.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::quality::SummarizedSite;
using dsne::run::by_own_subjects;
using dsne::run::other_sources;
using dsne::summary::Summary;

namespace {

const Summary measured = {{"cnr", "fber", "snr"},
                          Matrix{{1, 20, 300}, {2, 30, 400}},
                          Eigen::Vector2d(10, 12),
                          RowVector{{0.1, 2, 30}},
                          {}};

/// A map of two sites' summaries.
dsne::summary::CommonMap map_of_two() {
  dsne::summary::CommonMap map;
  map.sources.sites = {{"own", measured}, {"other", measured}};
  return map;
}

}  // namespace

TEST_CASE("the others' summaries have their measures in the run's order, and no more") {
  const auto sites = other_sources(map_of_two(), 0, {"snr", "cnr"});
  REQUIRE(sites.size() == 1);
  const SummarizedSite& site = sites.front();
  CHECK(site.means == Matrix{{300, 1}, {400, 2}});
  CHECK(site.subjects == Eigen::Vector2d(10, 12));
  CHECK(site.spread == RowVector{{30, 0.1}});
  CHECK(other_sources(map_of_two(), std::nullopt, {"cnr"}).size() == 2);
  dsne::summary::CommonMap images = map_of_two();
  images.sources.sites.front().summary.array = true;
  CHECK(other_sources(images, 0, {}).empty());
}

TEST_CASE("a summary that lacks a measure of the run is refused without naming it") {
  CHECK_THROWS_WITH_AS(other_sources(map_of_two(), 0, {"snr", "secret"}),
                       "another site's summary: a measure of the run is not in the summary",
                       dsne::InputError);
}

TEST_CASE("a map's reference is one more source, with its measures in the run's order") {
  dsne::summary::CommonMap map = map_of_two();
  map.sources.reference = dsne::tsne::random_coordinates(20, 3, 1, 5);
  const auto sources = other_sources(map, 0, {"snr", "cnr"});
  REQUIRE(sources.size() == 2);
  CHECK(sources[1].means.col(0) == map.sources.reference.col(2));
  CHECK(sources[1].means.col(1) == map.sources.reference.col(0));
  CHECK(sources[1].subjects == dsne::Vector::Ones(20));
}

TEST_CASE("a site is compared with itself and with other sources, but not in a scan's size") {
  dsne::quality::OwnRecords own{dsne::tsne::random_coordinates(60, 3, 1, 5).array() + 10, {}};
  own.values(3, 0) = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 60; ++i) own.persons.push_back("sub-" + std::to_string(i % 40));
  const std::vector<std::string> measures = {"cnr", "fber", "size_x"};

  const auto alone = by_own_subjects(own, measures, {});
  CHECK(alone.scores.lists.compared.persons == 40);
  CHECK(alone.scores.lists.compared.rows.size() == 40);
  CHECK(alone.scores.flags.size() == 60);
  CHECK(alone.outside.empty());

  const SummarizedSite other{Matrix{{10, 20, 90}, {9, 21, 91}, {11, 22, 89}},
                             Eigen::Vector3d(10, 10, 10), RowVector::Ones(3)};
  const auto compared = by_own_subjects(own, measures, {other, other});
  REQUIRE(compared.outside.size() == 1);
  CHECK(compared.outside[0].measure == 1);
  CHECK(compared.outside[0].deviation < 0);
}

TEST_CASE("a wider table is compared in the map's measures, and judged in all of its own") {
  // The map knows cnr and snr; the table has them in another order and two measures more.
  const std::vector<std::string> measures = {"fber", "snr", "size_x", "cnr"};
  Matrix values = dsne::tsne::random_coordinates(60, 4, 1, 5).array() + 10;
  values.col(2).setConstant(176);
  values(7, 0) = 500;  // only the site's own other measures show it
  values(9, 2) = 256;  // another protocol
  dsne::summary::CommonMap map;
  const dsne::summary::Summary others{{"cnr", "snr"},
                                      Matrix{{20, 9.5}, {21, 10}, {22, 10.5}, {23, 11}, {24, 12}},
                                      dsne::Vector::Constant(5, 10),
                                      RowVector::Ones(2),
                                      {}};
  map.sources.sites = {{"a", others}, {"b", others}};
  const auto found = dsne::run::by_wider_table(map, {values, {}}, measures);
  REQUIRE(found.outside.size() == 1);
  CHECK(found.outside[0].measure == 3);
  const auto& scores = found.scores;
  CHECK(scores.lists.inconsistent.listed[7]);
  REQUIRE_FALSE(scores.reasons[7].empty());
  CHECK(scores.reasons[7][0].feature == 0);
  CHECK(scores.flags[9] == dsne::quality::Flag::also_check);
  const auto mapped = dsne::run::by_own_subjects({values(Eigen::all, {3, 1}), {}}, {"cnr", "snr"},
                                                 other_sources(map, std::nullopt, {"cnr", "snr"}));
  CHECK(scores.lists.odd.scores == mapped.scores.lists.odd.scores);
}
