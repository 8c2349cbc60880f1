#include "summary/own_subjects.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "data/missing.h"
#include "unit/summary/map_federation.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using namespace dsne::summary;

namespace {

/// The records of the subjects that are part of a point.
std::vector<Eigen::Index> members_of(const SubjectsToPlace& own, Eigen::Index point) {
  std::vector<Eigen::Index> members;
  for (std::size_t i = 0; i < own.groups.size(); ++i) {
    if (own.groups[i] == point) members.push_back(static_cast<Eigen::Index>(i));
  }
  return members;
}

/// The distance of the middle of a site's subjects from the middle of its rows, in deviations of
/// the subjects.
double displacement(const CommonMap& map, const SubjectsToPlace& own, const Matrix& placed) {
  const Vector subjects = map.pool.subjects(own.points);
  const RowVector rows = dsne::weighted_mean(map.coordinates(own.points, Eigen::all), subjects);
  const RowVector middle = placed.colwise().mean();
  const double variance =
      (placed.rowwise() - middle).squaredNorm() / static_cast<double>(placed.size());
  return (middle - rows).norm() / std::sqrt(variance);
}

}  // namespace

TEST_CASE("every subject is placed, and near its own site's rows where sites are far apart") {
  const MapFederation all({200, 240});
  REQUIRE(all.map.has_coordinates());
  CHECK(all.map.pool.points.rows() ==
        all.sites[0].made.summary.means.rows() + all.sites[1].made.summary.means.rows());
  for (const std::size_t site : {0U, 1U}) {
    const auto own = all.own(site);
    CHECK(std::count(own.groups.begin(), own.groups.end(), -1) == 0);
    const Matrix placed = place_on(all.map, own);
    REQUIRE(placed.allFinite());
    Eigen::Index at_home = 0;
    for (const auto& place : placed.rowwise()) {
      Eigen::Index nearest = 0;
      (all.map.coordinates.rowwise() - place).rowwise().squaredNorm().minCoeff(&nearest);
      at_home +=
          all.map.pool.sources[static_cast<std::size_t>(nearest)] == static_cast<Eigen::Index>(site)
              ? 1
              : 0;
    }
    CHECK(at_home > placed.rows() * 95 / 100);
  }
}

TEST_CASE("a subject's group is the row that it is in, and newcomers have none") {
  const MapFederation all({200, 240});
  const auto& kept = all.sites[1].made.kept;
  auto persons = all.persons(1);
  persons[3] = "sub-newcomer";
  const auto own =
      own_subjects(all.map, all.sites[1].records.values, persons, &kept, 1, OwnRows::as_shared);
  CHECK(own.groups[3] == -1);
  const Eigen::Index first = all.sites[0].made.summary.means.rows();
  CHECK(own.points.front() == first);
  CHECK(std::ssize(own.points) == all.sites[1].made.summary.means.rows());
  const std::string hash = person_hash(kept, persons[5]);
  const auto& row = kept.rows[static_cast<std::size_t>(own.groups[5] - first)];
  CHECK(std::find(row.begin(), row.end(), hash) != row.end());
}

TEST_CASE("a site finds its own rows, also on a map of some of its measures") {
  MapFederation all({200, 240});
  CHECK(find_own_source(all.map, all.sites[1].made.summary) == 1);
  MapSources some = all.map.sources;
  for (auto& site : some.sites) site.summary = with_measures(site.summary, {"efc", "cjv"});
  some.reference.resize(0, 2);
  CHECK(find_own_source(pool_sources(some), all.sites[0].made.summary) == 0);
  CHECK_FALSE(find_own_source(all.map, map_site_of(200, 9, 0).made.summary));
}

TEST_CASE("fewer than twenty rows and no reference make no common map, but one of each site") {
  const MapFederation few({60, 60});
  REQUIRE(few.map.pool.points.rows() < 20);
  CHECK_FALSE(few.map.has_coordinates());
  const Matrix alone = place_on(few.map, few.own(0));
  CHECK(alone.rows() == 60);
  CHECK(alone.allFinite());
  CHECK(dsne::extent_of(alone) > 1);
  MapSources with_reference = few.map.sources;
  with_reference.reference = example_records(30, 77).values;
  CHECK(make_common_map(with_reference).has_coordinates());
}

TEST_CASE(
    "a missing value becomes the site's median, or the map's middle if the site has no value") {
  const MapFederation all({200, 240});
  Matrix records = all.sites[0].records.values.topRows(5);
  const double gap = std::numeric_limits<double>::quiet_NaN();
  records(2, 1) = gap;
  records.col(3).setConstant(gap);
  const auto own =
      own_subjects(all.map, records, {"a", "b", "c", "d", "e"}, nullptr, {}, OwnRows::as_shared);
  CHECK(own.features.allFinite());
  CHECK(own.features.col(3).norm() == 0);
  const double median = dsne::data::present_medians(records, 1)(1);
  CHECK(own.features(2, 1) ==
        doctest::Approx((median - all.map.space.middle(1)) / all.map.space.scale(1)));
}

TEST_CASE("pixels that are constant in a site's summary do not move its subjects") {
  MapSources sources;
  sources.reference.resize(0, 4);
  std::vector<MapSite> sites;
  for (const std::uint32_t seed : {1U, 2U}) {
    MapSite site;
    site.records = example_records(200, seed, 1000 * seed);
    site.records.array = true;
    site.records.values.col(3).setZero();
    // Too few persons of the first site to be in its summary.
    site.records.values.col(3).head(seed == 1 ? 5 : 100).setConstant(500);
    site.made = example_summary(site.records, {}, seed).site;
    sources.sites.push_back({"site", site.made.summary});
    sites.push_back(std::move(site));
  }
  const CommonMap map = make_common_map(sources);
  for (const std::size_t site : {0U, 1U}) {
    const Matrix& values = sites[site].records.values;
    Matrix without = values;
    without.col(3).setZero();
    const auto features = [&](const Matrix& records, const Kept* kept) {
      return own_subjects(map, records, sites[site].records.persons, kept, site, OwnRows::as_shared)
          .features;
    };
    const Kept& kept = sites[site].made.kept;
    CHECK((features(values, &kept) == features(without, &kept)) == (site == 0));
    CHECK(features(values, nullptr) != features(without, nullptr));
  }
}

TEST_CASE("the middle of a site's subjects is the middle of its rows") {
  const MapFederation all({200, 240, 120});
  for (const std::size_t site : {0U, 1U, 2U}) {
    CAPTURE(site);
    const auto own = all.own(site);
    CHECK(displacement(all.map, own, place_on(all.map, own)) < 0.3);
  }
}

TEST_CASE("without noise, a site's own rows are the means of their members") {
  const MapFederation all({200, 240});
  const auto own = all.own(1);
  REQUIRE(own.rows.rows() == std::ssize(own.points));
  CHECK(all.own(1, OwnRows::as_shared).rows.rows() == 0);
  const Matrix shared = all.map.space.of(all.map.pool.points(own.points, Eigen::all));
  for (std::size_t i = 0; i < own.points.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const auto members = members_of(own, own.points[i]);
    const RowVector means = own.features(members, Eigen::all).colwise().mean();
    CHECK((own.rows.row(row) - means).norm() < 1e-12);
    CHECK((shared.row(row) - means).norm() > 1e-3);
  }
}

TEST_CASE("in the mean of a row's members a person counts once, however often scanned") {
  const MapFederation all({200, 240});
  dsne::summary::Records records = all.sites[1].records;
  const Matrix later = records.values.row(0).array() + 5;
  records = joined(records, {later, records.measures, {records.persons.front()}, {}});
  const auto own = own_subjects(all.map, records.values, records.persons, &all.sites[1].made.kept,
                                1, OwnRows::without_noise);
  std::vector<Eigen::Index> members = members_of(own, own.groups.front());
  REQUIRE(members.front() == 0);
  REQUIRE(members.back() == 240);
  members.pop_back();
  Matrix persons = own.features(members, Eigen::all);
  persons.row(0) = (own.features.row(0) + own.features.row(240)) / 2;
  const auto at = std::ranges::find(own.points, own.groups.front()) - own.points.begin();
  CHECK((own.rows.row(at) - persons.colwise().mean()).norm() < 1e-12);
}

TEST_CASE("a row stays as shared if one of its persons is not among the records") {
  const MapFederation all({200, 240});
  const auto whole = all.own(1);
  const std::vector<Eigen::Index> first = members_of(whole, whole.points.front());
  Matrix records = all.sites[1].records.values;
  auto persons = all.persons(1);
  persons[static_cast<std::size_t>(first.front())] = "sub-newcomer";
  const auto own =
      own_subjects(all.map, records, persons, &all.sites[1].made.kept, 1, OwnRows::without_noise);
  const Matrix shared = all.map.space.of(all.map.pool.points(own.points, Eigen::all));
  CHECK((own.rows.row(0) - shared.row(0)).norm() < 1e-12);
  CHECK((own.rows.row(1) - whole.rows.row(1)).norm() < 1e-12);
  CHECK((own.rows.row(1) - shared.row(1)).norm() > 1e-3);

  Kept fewer = all.sites[1].made.kept;
  fewer.rows.pop_back();
  const Matrix rows =
      own_subjects(all.map, records, all.persons(1), &fewer, 1, OwnRows::without_noise).rows;
  CHECK((rows.bottomRows(1) - shared.bottomRows(1)).norm() < 1e-12);
}

TEST_CASE("rows without noise are harmonized like the subjects") {
  MapFederation federation({120, 120});
  MapSources sources = federation.map.sources;
  sources.harmonized = true;
  const CommonMap map = make_common_map(sources);
  const auto rows_of = [&](std::size_t site) {
    return own_subjects(map, federation.sites[site].records.values, federation.persons(site),
                        &federation.sites[site].made.kept, site, OwnRows::without_noise)
        .rows;
  };
  for (const std::size_t site : {0U, 1U}) CHECK(rows_of(site).colwise().mean().norm() < 0.5);
}
