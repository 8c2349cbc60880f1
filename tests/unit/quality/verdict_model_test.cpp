#include "quality/verdict_model.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "quality/outlier_scores.h"
#include "tsne/tsne.h"
#include "unit/data/helpers.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using namespace dsne::quality;
using Eigen::Index;

namespace {

constexpr Index rated_measures = 5;

/// Scans around 100 of which the first tenth is far off in two measures, as raters exclude them.
Matrix rated_scans(Index count, std::uint64_t seed, double off = 6) {
  Matrix values = dsne::tsne::random_coordinates(count, rated_measures, 1, seed);
  values.array() += 100;
  values.topRows(count / 10).leftCols(1).array() += off;
  values.topRows(count / 10).rightCols(1).array() -= off;
  return values;
}

/// The means of ten scans each, in their order, with the share of excluded scans of a group.
SummarizedSite rated_site(Index count, std::uint64_t seed) {
  const Matrix values = rated_scans(count, seed);
  const Index groups = count / 10;
  SummarizedSite site{Matrix(groups, rated_measures), Vector::Constant(groups, 10),
                      RowVector::Ones(rated_measures)};
  Vector shares = Vector::Constant(groups, 0.1);
  shares.head(groups / 10).setConstant(0.9);
  for (Index g = 0; g < groups; ++g) {
    site.means.row(g) = values.middleRows(10 * g, 10).colwise().mean();
  }
  site.excluded = shares;
  return site;
}

std::vector<SummarizedSite> rated_sites(std::size_t count) {
  std::vector<SummarizedSite> sites;
  for (std::size_t s = 0; s < count; ++s) sites.push_back(rated_site(200, 10 + s));
  return sites;
}

}  // namespace

TEST_CASE("a regression of shares has scikit-learn's weights") {
  const Matrix groups = peer_values("verdicts/groups.txt");
  const Matrix fits = peer_values("verdicts/fits.txt");
  const SharedGroups shared{groups.leftCols(4), groups.col(4), groups.col(5)};
  REQUIRE(fits.rows() == 3);
  for (const auto& fit : fits.rowwise()) {
    CAPTURE(fit(0));
    const auto found = fit_shares(shared, fit(0));
    CHECK((found.weights.transpose() - fit.segment(1, 4)).cwiseAbs().maxCoeff() < 1e-7);
    CHECK(found.intercept == doctest::Approx(fit(5)).epsilon(1e-5));
  }
  const Vector positions = shared.rows * fits.row(2).segment(1, 4).transpose();
  CHECK(area_under_curve(positions, Vector::Ones(30), shared.shares) > 0.5);
}

TEST_CASE("the area under the curve counts groups by their subjects, as scikit-learn does") {
  const Matrix groups = peer_values("verdicts/groups.txt");
  const Vector weights = peer_values("verdicts/fits.txt").row(2).segment(1, 4);
  const double area = area_under_curve(groups.leftCols(4) * weights, groups.col(4), groups.col(5));
  CHECK(area == doctest::Approx(peer_values("verdicts/area.txt")(0)).epsilon(1e-9));
}

TEST_CASE("a model needs twenty excluded subjects from two sources") {
  const auto sites = rated_sites(3);
  const auto model = verdict_model(sites);
  REQUIRE(model);
  // Two groups of ten a site, nine of each known to be excluded.
  CHECK(model->excluded == 54);
  CHECK(model->sites == 3);
  CHECK(model->subjects == 600);
  CHECK(model->weights(0) > 0);
  CHECK(model->weights(4) < 0);
  CHECK(model->slope > 0);
  CHECK(model->accuracy > 0.8);

  CHECK(shared_verdicts(sites).sites == 3);
  CHECK(shared_verdicts(sites).excluded == 54);

  CHECK_FALSE(verdict_model({}));
  CHECK_FALSE(verdict_model({sites[0]}));
  SummarizedSite few = sites[0];
  few.excluded->setConstant(0.1);
  CHECK(shared_verdicts({sites[0], few}).sites == 1);
  CHECK_FALSE(verdict_model({rated_site(400, 10), few}));
  (*few.excluded)(0) = 0.2;
  CHECK(verdict_model({sites[0], few}).has_value() == true);
  SummarizedSite less = sites[1];
  less.excluded->setConstant(0.1);
  (*less.excluded)(0) = 0.9;
  SummarizedSite as_few = less;
  CHECK_FALSE(verdict_model({less, as_few}));
  for (SummarizedSite& site : std::vector<SummarizedSite>{sites[0], sites[1]}) {
    site.excluded.reset();
    CHECK_FALSE(verdict_model({site, sites[2]}));
  }
}

TEST_CASE("verdicts that predict nothing at a left-out site make no model") {
  auto sites = rated_sites(2);
  // What one site's raters exclude, the other's keep.
  sites[1].means.col(0) = 200 - sites[1].means.col(0).array();
  sites[1].means.col(4) = 200 - sites[1].means.col(4).array();
  CHECK_FALSE(verdict_model(sites));
}

TEST_CASE("the fewer the subjects, the nearer the slope is to the regression's own") {
  const auto slope = [](double subjects_of_row) {
    auto sites = rated_sites(3);
    for (SummarizedSite& site : sites) {
      site.subjects.setConstant(subjects_of_row);
      // These shares are certain, so that nothing but the weight of the slope changes.
      site.excluded = site.excluded->cwiseMax(0.2).cwiseMin(0.8);
    }
    // Here raters do not exclude what the others do.
    sites[2].excluded->setConstant(0.2);
    return verdict_model(sites).value().slope;
  };
  const double of_the_data = slope(1e6);
  CHECK(of_the_data > 0);
  CHECK(slope(100) > of_the_data + 0.01);
  CHECK(slope(10) > slope(100) + 0.05);
  CHECK(slope(10) < 1);
}

TEST_CASE("scans like those that raters elsewhere exclude have their own list") {
  const Matrix own = rated_scans(60, 99);
  const OwnScores before = own_scores({own, {}}, {});
  OwnScores scores = before;
  const auto model = verdict_model(rated_sites(3));
  REQUIRE(model);
  add_verdict_list(scores, {own, {}}, *model);
  REQUIRE(scores.like_excluded);
  const auto& list = *scores.like_excluded;
  CHECK(list.scores.minCoeff() >= 0);
  CHECK(list.scores.maxCoeff() <= 1);
  CHECK(list.share_excluded >= 0.5);
  Index found = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    CHECK(list.reasons[i].empty() == !list.listed[i]);
    if (i >= 6) continue;
    found += list.listed[i] ? 1 : 0;
    REQUIRE_FALSE(list.reasons[i].empty());
    CHECK((list.reasons[i][0].feature == 0 || list.reasons[i][0].feature == 4));
    CHECK((list.reasons[i][0].deviation > 0) == (list.reasons[i][0].feature == 0));
  }
  CHECK(found == 6);
  CHECK(std::count(list.listed.begin(), list.listed.end(), true) <= 8);
  // The other lists, their scores and what ranks subjects do not depend on it.
  CHECK(scores.odd.scores == before.odd.scores);
  CHECK(scores.odd.listed == before.odd.listed);
  CHECK(scores.inconsistent.scores == before.inconsistent.scores);
  const auto joined = outliers_of(scores);
  const auto without = outliers_of(before);
  CHECK(joined.scores == without.scores);
  for (std::size_t i = 0; i < 60; ++i) {
    CHECK(is_like_excluded(joined, i) == list.listed[i]);
    CHECK(joined.flags[i] == (list.listed[i] ? Flag::flagged : without.flags[i]));
  }
}

TEST_CASE("no list of too few subjects, or if raters excluded less than half of such scans") {
  auto model = verdict_model(rated_sites(3)).value();
  const auto list_of = [&](Index subjects) {
    const Matrix own = rated_scans(subjects, 99);
    OwnScores scores = own_scores({own, {}}, {});
    add_verdict_list(scores, {own, {}}, model);
    return scores.like_excluded;
  };
  CHECK_FALSE(list_of(11));
  model.intercept -= 20;
  const auto list = list_of(60);
  REQUIRE(list);
  CHECK(list->share_excluded < 0.5);
  CHECK(std::count(list->listed.begin(), list->listed.end(), true) == 0);
}

TEST_CASE("a written model reads back as the same, the largest weight first") {
  const NamedVerdictModel named{{"cjv", "a,b", "efc", "fber", "snr"},
                                verdict_model(rated_sites(3)).value()};
  const std::string text = verdict_model_csv(named);
  CHECK(text.starts_with("kind,name,value,least_deviation\nabout,sites,3,\n"));
  const auto read = parse_verdict_model(text, "it");
  CHECK((read.measures[0] == "cjv" || read.measures[0] == "snr"));
  for (std::size_t i = 0; i < 5; ++i) {
    const auto at = std::find(named.measures.begin(), named.measures.end(), read.measures[i]) -
                    named.measures.begin();
    CHECK(read.model.weights(static_cast<Index>(i)) == named.model.weights(at));
    CHECK(read.model.least_deviation(static_cast<Index>(i)) == named.model.least_deviation(at));
  }
  CHECK(read.model.slope == named.model.slope);
  CHECK(read.model.intercept == named.model.intercept);
  CHECK(read.model.excluded == 54);
}

TEST_CASE("a malformed model is refused") {
  const std::string text =
      verdict_model_csv({{"a", "b", "c", "d", "e"}, verdict_model(rated_sites(3)).value()});
  const auto refused = [](const std::string& wrong) {
    CHECK_THROWS_AS(parse_verdict_model(wrong, "it"), dsne::InputError);
  };
  refused("");
  refused("measure,weight\n");
  refused(text.substr(0, text.find("about,slope")));
  refused(text + "about,sites,3,\n");
  refused(text + "weight,a,1,1\n");
  refused(text + "weight,f,1\n");
  refused(text + "weight,f,nan,1\n");
  refused(text + "weight,f,1,-1\n");
  refused(text + "other,f,1,1\n");
}
