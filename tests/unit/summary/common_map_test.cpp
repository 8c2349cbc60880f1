#include "summary/common_map.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "core/errors.h"
#include "core/json.h"
#include "data/missing.h"
#include "summary/map_file.h"
#include "summary/records.h"
#include "unit/summary/example.h"

using dsne::Matrix;
using dsne::Vector;
using namespace dsne::summary;

namespace {

struct MapSite {
  Records records;
  SiteSummary made;
};

/// A site of `persons` whose values lie `shift` away from the others'.
MapSite map_site_of(Eigen::Index persons, std::uint32_t seed, double shift) {
  MapSite site;
  site.records = example_records(persons, seed, 1000 * seed);
  site.records.values.array() += shift;
  site.made = example_summary(site.records, {}, seed).site;
  return site;
}

struct MapFederation {
  std::vector<MapSite> sites;
  CommonMap map;

  explicit MapFederation(const std::vector<Eigen::Index>& persons) {
    MapSources sources;
    sources.perplexity = 10;
    for (std::size_t i = 0; i < persons.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(i + 1);
      sites.push_back(map_site_of(persons[i], number, 40.0 * static_cast<double>(i)));
      sources.sites.push_back({"site " + std::to_string(number), sites.back().made.summary});
    }
    sources.reference.resize(0, 4);
    map = make_common_map(sources);
  }

  std::vector<std::string> persons(std::size_t site) const { return sites[site].records.persons; }

  SubjectsToPlace own(std::size_t site) const {
    return own_subjects(map, sites[site].records.values, persons(site), &sites[site].made.kept,
                        site);
  }
};

std::string text_with(std::string text, const std::string& part, const std::string& other) {
  const auto at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), other);
}

}  // namespace

TEST_CASE("measures of all sources are used in the first one's order, others reported") {
  const auto common =
      common_measures({{"cnr", "efc", "cjv"}, {"cjv", "snr_gm", "cnr"}, {"cnr", "cjv"}});
  CHECK(common.measures == std::vector<std::string>{"cnr", "cjv"});
  CHECK(common.left_out == std::vector<std::string>{"efc", "snr_gm"});
  CHECK_THROWS_AS(common_measures({{"cnr"}, {"cjv"}}), dsne::InputError);
  CHECK_THROWS_AS(common_measures({}), dsne::InputError);
}

TEST_CASE("measures are found by any spelling, pairs of regions in any order") {
  const auto found =
      common_measures({{"cjv", "anat_cnr", "Vis~Mot", "x"}, {"Mot~Vis", "CJV", "cnr", "y"}});
  CHECK(found.measures == std::vector<std::string>{"cjv", "anat_cnr", "Vis~Mot"});
  CHECK(found.left_out == std::vector<std::string>{"x", "y"});
  const Summary own{{"Mot~Vis", "x", "CJV"},
                    Matrix{{1, 0, 2}},
                    Vector::Constant(1, 10),
                    dsne::RowVector{{3, 0, 4}},
                    {}};
  const Summary same = with_measures(own, {"cjv", "Vis~Mot"});
  CHECK(same.measures == std::vector<std::string>{"cjv", "Vis~Mot"});
  CHECK(same.means == Matrix{{2, 1}});
  CHECK(same.subjects == own.subjects);
  CHECK(same.spread == dsne::RowVector{{4, 3}});
}

TEST_CASE("every subject is placed, and near its own site's rows where sites are far apart") {
  const MapFederation all({200, 240});
  REQUIRE(all.map.has_coordinates());
  CHECK(all.map.pool.points.rows() ==
        all.sites[0].made.summary.means.rows() + all.sites[1].made.summary.means.rows());
  for (const std::size_t site : {0U, 1U}) {
    const auto own = all.own(site);
    CHECK(std::count(own.groups.begin(), own.groups.end(), -1) == 0);
    const Matrix placed = place_on(all.map, own, 10);
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
  const auto own = own_subjects(all.map, all.sites[1].records.values, persons, &kept, 1);
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
  const Matrix alone = place_on(few.map, few.own(0), 10);
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
  const auto own = own_subjects(all.map, records, {"a", "b", "c", "d", "e"}, nullptr, {});
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
      return own_subjects(map, records, sites[site].records.persons, kept, site).features;
    };
    const Kept& kept = sites[site].made.kept;
    CHECK((features(values, &kept) == features(without, &kept)) == (site == 0));
    CHECK(features(values, nullptr) != features(without, nullptr));
  }
}

TEST_CASE("a map's text reads back as the same map") {
  const MapFederation all({200, 240});
  const std::string text = map_text(all.map);
  const CommonMap read = parse_map(text, "the frame");
  CHECK(read.coordinates == all.map.coordinates);
  CHECK(read.pool.points == all.map.pool.points);
  CHECK(read.sources.sites[1].site == "site 2");
  CHECK(map_text(read) == text);
  const MapFederation few({60, 60});
  CHECK_FALSE(parse_map(map_text(few.map), "the frame").has_coordinates());
}

TEST_CASE("a map of images reads back, with packed rows") {
  MapFederation all({200, 240});
  MapSources sources = all.map.sources;
  for (auto& site : sources.sites) site.summary.array = true;
  sources.sites[0].summary.excluded = Vector::Constant(sources.sites[0].summary.means.rows(), 0.5);
  const CommonMap map = make_common_map(sources);
  REQUIRE(map.space.components);
  const CommonMap read = parse_map(map_text(map), "the frame");
  CHECK(read.sources.sites[0].summary.means == sources.sites[0].summary.means);
  CHECK(read.sources.sites[0].summary.excluded == sources.sites[0].summary.excluded);
  CHECK(read.coordinates == map.coordinates);
  dsne::Json none = dsne::Json::parse(map_text(map));
  none["sites"][0]["spread"] = dsne::pack(Matrix(0, 4));
  CHECK(error_of([&] { parse_map(none.dump(), "the frame"); }) != "");
}

TEST_CASE("scales, numbers or positions that do not follow from the rows are refused") {
  const MapFederation all({200, 240});
  const std::string text = map_text(all.map);
  const auto refused_text = [](const std::string& wrong) {
    return error_of([&] { parse_map(wrong, "the frame"); });
  };
  const dsne::Json json = dsne::Json::parse(text);
  const auto changed = [&](const char* name, auto change) {
    dsne::Json other = json;
    change(other[name]);
    return refused_text(other.dump());
  };
  for (const char* name : {"middle", "scale"}) {
    CHECK(changed(name, [](dsne::Json& v) { v[2] = v[2].get<double>() * (1 + 1e-5); }) ==
          "the frame: its scales are not those of its rows");
    CHECK(changed(name, [](dsne::Json& v) { v[2] = v[2].get<double>() * (1 + 1e-8); }).empty());
  }
  CHECK(changed("points", [](dsne::Json& v) { v[0] = 11.5; }) ==
        "the frame: its scales are not those of its rows");
  CHECK(changed("positions", [](dsne::Json& v) { v.erase(0); }) ==
        "the frame must have one position for each of its points");
  CHECK(changed("positions", [](dsne::Json& v) { v[0][0] = 2e6; }) ==
        "the frame has a position that is not within 1e6 of 0");
  CHECK(changed("positions", [](dsne::Json& v) { v[0][0] = nullptr; }) != "");
  CHECK(changed("sites", [](dsne::Json& v) { v[0]["subjects"][0] = 4; }) ==
        "the frame, summary row 1 is not of 5 subjects or more");
  CHECK(changed("sites", [](dsne::Json& v) { v[0]["rows"][0][0] = 1e101; }) != "");
  CHECK(changed("sites", [](dsne::Json& v) { v = dsne::Json::array(); }) ==
        "the frame: there is no summary in it");
  CHECK(changed("sites", [](dsne::Json& v) { v[0]["site"] = ""; }) ==
        "the frame: a site's name is no name");
  CHECK(changed("measures", [](dsne::Json& v) { v[0] = "=cmd"; }) != "");
  CHECK(changed("dimensions", [](dsne::Json& v) { v = 3; }) != "");
  CHECK(changed("dsne_frame", [](dsne::Json& v) { v = 2; }) != "");
  CHECK(changed("perplexity", [](dsne::Json& v) { v = 0.5; }) != "");
  CHECK(refused_text("[]") == "the frame is not a map of summaries");
  CHECK(refused_text(text_with(text, "\"divergence\"", "")) ==
        "the frame is not a map of summaries");
  CHECK(refused_text(text_with(text, "\"measures\",", "\"other\",")) ==
        "the frame: kind is not known");
}

TEST_CASE("on a harmonized map sites that differ only by a shift coincide") {
  MapFederation federation({120, 120});
  MapSources sources = federation.map.sources;
  sources.harmonized = true;
  const CommonMap map = make_common_map(sources);
  const auto apart = [](const CommonMap& each) {
    const Eigen::Index first = each.sources.sites[0].summary.means.rows();
    const Matrix& points = each.pool.points;
    return (points.topRows(first).colwise().mean() -
            points.bottomRows(points.rows() - first).colwise().mean())
        .norm();
  };
  CHECK(apart(federation.map) > 50);
  CHECK(apart(map) < 1e-6);
  // The same records 40 higher are the same subjects on the map, with a summary or without.
  for (const bool with : {true, false}) {
    CAPTURE(with);
    const Matrix& records = federation.sites[1].records.values;
    const auto own =
        with ? own_subjects(map, records, federation.persons(1), &federation.sites[1].made.kept, 1)
             : own_subjects(map, records, federation.persons(1), nullptr, {});
    CHECK(own.features.colwise().mean().norm() < 0.5);
    CHECK((own.features.rowwise() - own.features.colwise().mean()).norm() > 1);
  }
  const std::string text = map_text(map);
  const CommonMap again = parse_map(text, "the map");
  CHECK(again.sources.harmonized);
  CHECK(map_text(again) == text);
  CHECK_FALSE(dsne::Json::parse(map_text(federation.map)).contains("harmonized"));
}

TEST_CASE("a site's effect is that of the subjects behind its rows") {
  const Summary some{{"a"}, Matrix{{1.0}, {5.0}}, Vector{{10, 30}}, dsne::RowVector{{2.0}}, {}};
  const SiteEffect effect = effect_of(some);
  CHECK(effect.location(0) == doctest::Approx(4));
  CHECK(effect.spread(0) == doctest::Approx(std::sqrt(3.0 + 4.0)));
  // A measure without spread stays where it is put.
  const SiteEffect none{dsne::RowVector{{4.0}}, dsne::RowVector{{0.0}}};
  CHECK(harmonized(Matrix{{4.0}}, none, {dsne::RowVector{{7.0}}, dsne::RowVector{{0.0}}})(0, 0) ==
        doctest::Approx(7));
}
