#include "summary/common_map.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "core/errors.h"
#include "core/json.h"
#include "summary/map_file.h"
#include "unit/summary/map_federation.h"

using dsne::Matrix;
using dsne::Vector;
using namespace dsne::summary;

namespace {

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
  CHECK(
      refused_text("[]") ==
      "the frame is not a map of summaries: bring the file of dsne map, or a run's summaries.json");
  CHECK(
      refused_text(text_with(text, "\"divergence\"", "")) ==
      "the frame is not a map of summaries: bring the file of dsne map, or a run's summaries.json");
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
    const auto own = with ? own_subjects(map, records, federation.persons(1),
                                         &federation.sites[1].made.kept, 1, OwnRows::without_noise)
                          : own_subjects(map, records, federation.persons(1), nullptr, {},
                                         OwnRows::without_noise);
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

TEST_CASE("points as measured are as the sources tell them, where the map is harmonized, too") {
  MapSources sources = MapFederation({40, 60}).map.sources;
  sources.harmonized = true;
  sources.reference = Matrix::Constant(2, 4, 7);
  const CommonMap map = pool_sources(sources);
  Matrix rows(map.pool.points.rows(), 4);
  rows << sources.sites[0].summary.means, sources.sites[1].summary.means, sources.reference;
  CHECK((measured_points(map) - rows).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((map.pool.points - rows).cwiseAbs().maxCoeff() > 1);
}

TEST_CASE("a merged point is measured by the mean over its rows' subjects") {
  CommonMap map = MapFederation({40, 60}).map;
  const Matrix rows = map.pool.points;
  const Vector subjects = map.pool.subjects;
  map.pool = merged(map.pool, 4);
  REQUIRE(map.pool.points.rows() < rows.rows());
  const Matrix measured = measured_points(map);
  CHECK((measured - map.pool.points).cwiseAbs().maxCoeff() < 1e-9);
  CHECK((measured.transpose() * map.pool.subjects - rows.transpose() * subjects).norm() < 1e-6);
}
