// Covariates of summaries: slopes against statsmodels, harmonization against ComBat
// (tests/data/harmonization/covariates.py).

#include "summary/covariates.h"

#include <doctest/doctest.h>

#include <limits>

#include "sanitized.h"
#include "seeded.h"
#include "summary/keeping.h"
#include "summary/map_file.h"
#include "summary/own_subjects.h"
#include "temporary_folder.h"
#include "unit/data/helpers.h"
#include "unit/summary/example.h"

using dsne::Matrix;
using namespace dsne::summary;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr Eigen::Index peers_per_site = 100;

Matrix covariates_peer(const std::string& name) {
  return peer_values("harmonization/covariates" + name + ".txt");
}

/// A site's records of the peer's subjects, with age and sex.
Records peer_records(Eigen::Index site) {
  const Matrix all = covariates_peer("").middleRows(site * peers_per_site, peers_per_site);
  Records records = example_records(peers_per_site, 1, site * peers_per_site);
  records.values = all.rightCols(4);
  records.covariates = {{"age", {}}, {"sex=F/M", {}}};
  for (Eigen::Index i = 0; i < all.rows(); ++i) {
    records.covariates[0].values.push_back(all(i, 0));
    records.covariates[1].values.push_back(all(i, 1));
  }
  return records;
}

/// The peer's sites on a map that is harmonized.
CommonMap peer_map(std::vector<NewSummary>& made, bool with_covariates) {
  MapSources sources;
  for (Eigen::Index site = 0; site < 3; ++site) {
    made.push_back(example_summary(peer_records(site), {}, static_cast<std::uint64_t>(site) + 1));
    Summary summary = made.back().site.summary;
    if (!with_covariates) summary = with_covariates_named(std::move(summary), {});
    sources.sites.push_back({"site " + std::to_string(site + 1), std::move(summary)});
  }
  sources.reference.resize(0, 4);
  sources.harmonized = true;
  return make_common_map(std::move(sources));
}

/// All subjects as the map compares them, in the measures' units.
Matrix peer_harmonized(const CommonMap& map, const std::vector<NewSummary>& made) {
  Matrix all(3 * peers_per_site, 4);
  for (Eigen::Index site = 0; site < 3; ++site) {
    const Records records = peer_records(site);
    const auto own = static_cast<std::size_t>(site);
    const SubjectsToPlace subjects = own_subjects(
        map, records.values, records.persons, &made[own].site.kept, own, OwnRows::without_noise);
    all.middleRows(site * peers_per_site, peers_per_site) =
        (subjects.features.array().rowwise() * map.space.scale.array()).rowwise() +
        map.space.middle.array();
  }
  return all;
}

double distance(Matrix a, Matrix b) {
  a.rowwise() -= a.colwise().mean().eval();
  b.rowwise() -= b.colwise().mean().eval();
  return std::sqrt((a - b).array().square().mean());
}

/// Slope over all sites' subjects of the first measure on age.
double slope_on_age(const Matrix& values) {
  const Matrix all = covariates_peer("");
  const dsne::Vector age = all.col(0).array() - all.col(0).mean();
  return age.dot(values.col(0)) / age.squaredNorm();
}

Covariate numbers(const std::vector<std::string>& cells) { return covariate_of("age", cells); }

}  // namespace

TEST_CASE("slopes are least squares' at the site, with noise of their standard error") {
  const Matrix slopes = covariates_peer("_slopes");
  const Matrix errors = covariates_peer("_errors");
  constexpr int draws = 300;
  for (Eigen::Index site = 0; site < (sanitized ? 1 : 3); ++site) {
    const Records records = peer_records(site);
    Matrix sum = Matrix::Zero(2, 4);
    Matrix squares = Matrix::Zero(2, 4);
    for (int i = 0; i < draws; ++i) {
      const Matrix& drawn = example_summary(records, {}, static_cast<std::uint64_t>(i) + 1)
                                .site.summary.covariates.slopes;
      sum += drawn;
      squares += drawn.cwiseAbs2();
    }
    const Matrix mean = sum / draws;
    const Matrix deviation = (squares / draws - mean.cwiseAbs2()).cwiseSqrt();
    for (Eigen::Index c = 0; c < 2; ++c) {
      for (Eigen::Index f = 0; f < 4; ++f) {
        CAPTURE(site);
        CAPTURE(c);
        CAPTURE(f);
        const Eigen::Index at = 8 * site + 4 * c + f;
        CHECK(std::abs(mean(c, f) - slopes(at)) < 4 * errors(at) / std::sqrt(draws));
        CHECK(deviation(c, f) == doctest::Approx(errors(at)).epsilon(0.15));
      }
    }
  }
}

TEST_CASE("rows tell the mean covariates of their subjects, with noise") {
  const Records records = peer_records(1);
  double error = 0;
  constexpr int draws = 50;
  for (int i = 0; i < draws; ++i) {
    const SiteSummary site = example_summary(records, {}, static_cast<std::uint64_t>(i) + 1).site;
    const Covariates& told = site.summary.covariates;
    REQUIRE(told.names == std::vector<std::string>{"age", "sex=F/M"});
    for (std::size_t row = 0; row < site.kept.rows.size(); ++row) {
      double mean = 0;
      for (const std::string& hash : site.kept.rows[row]) {
        mean += site.kept.covariates_of.at(hash)[0];
      }
      mean /= static_cast<double>(site.kept.rows[row].size());
      error += std::pow(told.means(static_cast<Eigen::Index>(row), 0) - mean, 2);
    }
  }
  // Ages are uniform over 30 years, 10 subjects a row; grouping explains a little of them.
  const double standard_error = 30 / std::sqrt(12.0) / std::sqrt(10.0);
  CHECK(std::sqrt(error / draws / 10) == doctest::Approx(standard_error).epsilon(0.2));
}

TEST_CASE("harmonization keeps what covariates explain, near ComBat of the subjects themselves") {
  const Matrix combat = covariates_peer("_combat");
  std::vector<NewSummary> made;
  std::vector<NewSummary> plain;
  const CommonMap map = peer_map(made, true);
  const Matrix with = peer_harmonized(map, made);
  const Matrix without = peer_harmonized(peer_map(plain, false), plain);
  // Residual deviations are about 1; without noise the distance would be about 0.03.
  CHECK(distance(with, combat) < 0.2);
  CHECK(distance(without, combat) > 2 * distance(with, combat));
  CHECK(slope_on_age(combat) == doctest::Approx(0.03).epsilon(0.2));
  CHECK(slope_on_age(with) == doctest::Approx(0.03).epsilon(0.3));
  CHECK(slope_on_age(without) < 0.02);
  // The map reads back as it was.
  const std::string text = map_text(map);
  const CommonMap read = parse_map(text, "the map");
  CHECK(map_text(read) == text);
  CHECK(read.covariates.slopes == map.covariates.slopes);
  CHECK(read.covariates.names == std::vector<std::string>{"age", "sex=F/M"});
}

TEST_CASE("covariates that not all summaries have are left out, by other words refused") {
  Summary a = example_summary(peer_records(0)).site.summary;
  Summary b = example_summary(peer_records(1)).site.summary;
  CHECK(common_covariates({a, b}).names.size() == 2);
  const CommonCovariates some = common_covariates({a, with_covariates_named(b, {"age"})});
  CHECK(some.names == std::vector<std::string>{"age"});
  CHECK(some.left_out == std::vector<std::string>{"sex"});
  CHECK(common_covariates({a, with_covariates_named(b, {})}).names.empty());
  b.covariates.names[1] = "sex=1/2";
  const std::string refusal = error_of([&] { common_covariates({a, b}); });
  CHECK(contains(refusal, "tell covariate sex by different words"));
  // Unless a site lacks it anyway.
  CHECK(common_covariates({a, b, with_covariates_named(a, {"age"})}).names.size() == 1);
}

TEST_CASE("the common slope is weighted by subjects and the covariate's variance") {
  const Summary a{{"cjv"},
                  Matrix{{1.0}, {2.0}},
                  dsne::Vector{{10, 10}},
                  dsne::RowVector{{1.0}},
                  {},
                  {{"age"}, Matrix{{29.0}, {31.0}}, dsne::RowVector{{0.0}}, Matrix{{1.0}}}};
  Summary b = a;
  b.subjects = dsne::Vector{{30, 30}};
  b.covariates = {{"age"}, Matrix{{50.0}, {52.0}}, dsne::RowVector{{1.0}}, Matrix{{2.0}}};
  const CommonCovariates common = common_covariates({a, b});
  // Weights 20 · 1 and 60 · (1 + 1).
  CHECK(common.slopes(0, 0) == doctest::Approx((20 * 1.0 + 120 * 2.0) / 140));
  CHECK(common.middle(0) == doctest::Approx((20 * 30 + 60 * 51) / 80.0));
}

TEST_CASE("a covariate is numbers or two words, and no label") {
  CHECK(numbers({"20", "31.5", "", "44"}).values[1] == 31.5);
  CHECK(std::isnan(numbers({"20", "31.5", "n/a", "44"}).values[2]));
  CHECK(covariate_of("age", {"20,5", "30,5", "41"}, {true, false}).values[0] == 20.5);
  const Covariate hand = covariate_of("hand", {"right", "left", "", "right"});
  CHECK(hand.name == "hand=left/right");
  CHECK(hand.values[0] == 1);
  CHECK(hand.values[1] == 0);
  CHECK(std::isnan(hand.values[2]));
  // BIDS's words for sexes are one pair, two numbers another.
  CHECK(covariate_of("sex", {"male", "F", "m"}).name == "sex=F/M");
  CHECK(covariate_of("sex", {"1", "2.0", "1"}).name == "sex=1/2");
  const auto refused = [](const std::string& name, const std::vector<std::string>& cells) {
    return error_of([&] { covariate_of(name, cells); });
  };
  CHECK(contains(refused("sex", {"F", "M", "other"}), "more than two different words"));
  CHECK(contains(refused("sex", {"F", "F", ""}), "the same for all"));
  CHECK(contains(refused("x", {"a/b", "c"}), "/ or ="));
  for (const char* name : {"diagnosis", "DX_GROUP", "is-control", "Patient", "qc_verdict", "group",
                           "isControl", "caseControl"}) {
    CAPTURE(name);
    CHECK(contains(refused(name, {"1", "2", "3"}), "carries no label"));
  }
  for (const char* name : {"", "a=b", "a\nb"}) {
    CHECK(contains(refused(name, {"1", "2", "3"}), "may not have this name"));
  }
}

TEST_CASE("covariates that would tell single persons are refused") {
  Records records = peer_records(0);
  const auto error = [&] { return error_of([&] { example_summary(records); }); };
  const auto error_with = [&](std::size_t covariate, std::ptrdiff_t from, double value) {
    auto& values = records.covariates[covariate].values;
    const auto before = values;
    std::fill(values.begin() + from, values.end(), value);
    const std::string found = error();
    values = before;
    return found;
  };
  CHECK(error().empty());
  CHECK(contains(error_with(0, 19, no_value), "covariate age: fewer than 20 persons have a value"));
  CHECK(error_with(0, 20, no_value).empty());
  CHECK(contains(error_with(0, 20, 44), "half of the persons share a value"));
  std::fill_n(records.covariates[1].values.begin(), 9, 1);
  CHECK(contains(error_with(1, 9, 0), "one of its two words is of fewer than 10 persons"));
  records.covariates.push_back({"years", records.covariates[0].values});
  CHECK(contains(error(), "depend on each other"));
  records.covariates.resize(10, records.covariates[0]);
  CHECK(contains(error(), "too many"));
}

TEST_CASE("values far off are limited, and missing ones are the median") {
  Records records = peer_records(0);
  records.covariates[0].values[0] = 1e6;
  records.covariates[0].values[1] = no_value;
  const SiteSummary site = example_summary(records).site;
  const CovariateScale& scale = site.kept.covariates[0];
  const auto of = [&](const char* person) {
    return site.kept.covariates_of.at(person_hash(site.kept, person))[0];
  };
  CHECK(of("sub-0") == scale.high);
  CHECK(scale.high < 150);
  CHECK(of("sub-1") == scale.median);
  CHECK(site.summary.covariates.means.cwiseAbs().maxCoeff() < 150);
}

TEST_CASE("covariates are added once, and groups do not change") {
  Records records = peer_records(0);
  const std::vector<Covariate> covariates = std::exchange(records.covariates, {});
  const SiteSummary plain = example_summary(records).site;
  records.covariates = covariates;
  auto source = seeded(7);
  const SiteSummary more = with_covariates(plain, records, source);
  CHECK(more.summary.means == plain.summary.means);
  CHECK(more.kept.rows == plain.kept.rows);
  CHECK(example_summary(records).site.kept.rows == plain.kept.rows);
  CHECK(more.summary.covariates.names.size() == 2);
  CHECK(error_of([&] { with_covariates(more, records, source); }) ==
        "the summary has covariates, which are added once");
  // Of everybody in the rows.
  Records fewer = records;
  fewer.persons.front() = "sub-900";
  CHECK(contains(error_of([&] { with_covariates(plain, fewer, source); }),
                 "a subject of the summary is not among"));
}

TEST_CASE("newcomers bring their covariates; slopes stay; who withdraws takes hers along") {
  const SiteSummary site = example_summary(peer_records(0)).site;
  Records arrived = peer_records(1);
  auto source = seeded(7);
  const SiteSummary more = with_newcomers(site, arrived, source);
  CHECK(more.summary.covariates.means.rows() == 20);
  CHECK(more.summary.covariates.means.topRows(10) == site.summary.covariates.means);
  CHECK(more.summary.covariates.slopes == site.summary.covariates.slopes);
  const SiteSummary rest = without(more, "sub-3");
  CHECK(rest.summary.covariates.means.rows() == 19);
  CHECK_FALSE(rest.kept.covariates_of.contains(person_hash(rest.kept, "sub-3")));
  arrived.covariates.pop_back();
  CHECK(contains(error_of([&] { with_newcomers(site, arrived, source); }),
                 "the newcomers' data lack a covariate"));
}

TEST_CASE("a summary with covariates is kept and read back") {
  const TemporaryFolder folder;
  const SiteSummary site = example_summary(peer_records(0)).site;
  write_site_summary({folder.path(), ""}, site);
  const auto read = read_site_summary({folder.path(), ""});
  REQUIRE(read);
  CHECK(summary_csv(read->summary) == summary_csv(site.summary));
  CHECK(read->kept.covariates_of == site.kept.covariates_of);
  CHECK(read->kept.covariates[1].name == "sex=F/M");
  CHECK(read->kept.covariates[0].step == site.kept.covariates[0].step);
  CHECK(find_kept(folder.path(), with_covariates_named(site.summary, {"age"})));
}

TEST_CASE("the text of a summary has its covariates") {
  const std::string text =
      dsne::read_file(test_data("summaries/covariates.csv"), "a summary with covariates");
  const Summary read = parse_summary_csv(text, "it");
  CHECK(read.measures == std::vector<std::string>{"cjv"});
  CHECK(read.covariates.slopes(1, 0) == -0.2);
  CHECK(read.covariates.means(1, 1) == 0.61);
  CHECK(read.covariates.spread(0) == 8);
}
