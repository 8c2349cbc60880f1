#include "run/site_outliers.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "sentences/outlier_note.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::quality::SummarizedSite;
using dsne::run::other_summaries;
using dsne::run::site_outliers;
using dsne::sentences::outlier_sentences;
using dsne::sentences::outside_sentence;
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
  const auto sites = other_summaries(map_of_two(), 0, {"snr", "cnr"});
  REQUIRE(sites.size() == 1);
  const SummarizedSite& site = sites.front();
  CHECK(site.means == Matrix{{300, 1}, {400, 2}});
  CHECK(site.subjects == Eigen::Vector2d(10, 12));
  CHECK(site.spread == RowVector{{30, 0.1}});
  CHECK(other_summaries(map_of_two(), std::nullopt, {"cnr"}).size() == 2);
  dsne::summary::CommonMap images = map_of_two();
  images.sources.array = true;
  CHECK(other_summaries(images, 0, {}).empty());
}

TEST_CASE("a summary that lacks a measure of the run is refused without naming it") {
  CHECK_THROWS_WITH_AS(other_summaries(map_of_two(), 0, {"snr", "secret"}),
                       "another site's summary: a measure of the run is not in the summary",
                       dsne::InputError);
}

TEST_CASE("in a run on summaries a site is compared with itself and with the others' summaries") {
  const Matrix values = dsne::tsne::random_coordinates(60, 3, 1, 5).array() + 10;
  dsne::data::Table own;
  own.values = values;
  for (int i = 0; i < 60; ++i) own.ids.push_back("sub-" + std::to_string(i % 40) + "_ses-1");
  Matrix with_missing = values;
  with_missing(3, 0) = std::numeric_limits<double>::quiet_NaN();
  dsne::run::RunReference reference;
  reference.summaries.emplace();
  const std::vector<std::string> names = {"cnr", "fber", "snr"};

  const auto alone = site_outliers(own, with_missing, reference, {});
  REQUIRE(alone.lists);
  CHECK(alone.lists->compared.persons == 40);
  CHECK(alone.lists->compared.rows.size() == 40);
  CHECK(alone.scores.flagged.size() == 60);
  CHECK(alone.outside.empty());
  CHECK(ranges_of(alone) == "this site");
  CHECK(lists_of(alone) == &*alone.lists);
  CHECK(outlier_sentences(alone, reference) ==
        dsne::sentences::own_list_sentences(*alone.lists, alone.scores));
  CHECK(compared_with(reference) == "this site");

  const SummarizedSite other{Matrix{{10, 20, 10}, {9, 21, 11}, {11, 22, 9}},
                             Eigen::Vector3d(10, 10, 10), RowVector::Ones(3)};
  const auto compared = site_outliers(own, with_missing, reference, {other, other});
  REQUIRE(compared.outside.size() == 1);
  CHECK(compared.outside[0].measure == 1);
  CHECK_FALSE(outside_sentence(alone.outside, names, "the other sites'"));
  CHECK(outside_sentence(compared.outside, names, "the other sites'")
            .value()
            .find("outside the other sites' range in") != std::string::npos);
}

TEST_CASE("with a given reference there are no two lists") {
  dsne::data::Table own;
  own.values = dsne::tsne::random_coordinates(30, 3, 1, 5);
  dsne::run::RunReference reference;
  reference.points.values = dsne::tsne::random_coordinates(50, 3, 1, 6);
  const auto outliers = site_outliers(own, Matrix(), reference, {});
  CHECK_FALSE(outliers.lists);
  CHECK(lists_of(outliers) == nullptr);
  CHECK(ranges_of(outliers) == "reference");
  CHECK(compared_with(reference) == "reference");
  CHECK(outliers.scores.flagged.size() == 30);
  CHECK(outliers.outside.empty());
}

TEST_CASE("a site that lies outside a given reference as a whole is told in which measure") {
  dsne::data::Table own;
  own.values = dsne::tsne::random_coordinates(30, 3, 1, 5);
  own.values.col(1).array() += 90;
  own.values.col(2).array() += 90;
  own.features = {"cnr", "fber", "size_x"};
  dsne::run::RunReference reference;
  reference.points.values = dsne::tsne::random_coordinates(50, 3, 1, 6);
  const auto apart = site_outliers(own, Matrix(), reference, {}).outside;
  REQUIRE(apart.size() == 1);
  CHECK(apart[0].measure == 1);
  CHECK(apart[0].deviation > 10);
}
