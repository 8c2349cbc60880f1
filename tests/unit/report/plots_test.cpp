#include "report/plots.h"

#include <doctest/doctest.h>

#include <limits>

#include "embedding_fixture.h"
#include "report/scene.h"

using dsne::Json;
using dsne::Matrix;
using dsne::quality::OutlierScores;
using dsne::report::Embedding;
using dsne::report::Plots;

namespace {

/// Two reference points and three subjects of local0, on a map twice as wide as high.
Embedding small_embedding() {
  Embedding embedding;
  embedding.measured = Matrix::Constant(5, 1, 7);
  embedding.coordinates.resize(5, 2);
  embedding.coordinates << 0, 0, 20, 10, 10, 5, 5, 0, 15, 10;
  embedding.site_names = {"reference", "local0"};
  embedding.sites = {0, 0, 1, 1, 1};
  embedding.labels = {"b", "", "a", "b", ""};
  return embedding;
}

Plots own_plots() {
  Plots plots{make_scene(small_embedding()), dsne::report::OwnSubjects{}};
  plots.own->site = 1;
  plots.own->key = "run/site \xFF";
  plots.own->compared_with = "reference";
  plots.own->ids = {"s1", "s2", "s3"};
  plots.own->features = {"snr", "cnr"};
  OutlierScores outliers;
  outliers.scores = Eigen::Vector3d(0.1, 0.96, 1);
  outliers.flagged = {false, false, true};
  outliers.also_check = {false, true, false};
  outliers.reasons = {{}, {{0, 7}}, {{1, 0.123456, 1.5, 4, true}, {0, 7}}};
  outliers.lists.odd.scores = Eigen::Vector3d(0, 1, 3.14159);
  outliers.lists.odd.listed = {false, false, true};
  outliers.lists.inconsistent.scores = Eigen::Vector3d(0, 5, 0);
  outliers.lists.inconsistent.listed = {false, false, false};
  outliers.lists.like_excluded.emplace();
  outliers.lists.like_excluded->scores = Eigen::Vector3d(0, 0.5, 0.75);
  outliers.lists.like_excluded->listed = {false, false, true};
  plots.own->outliers = outliers;
  plots.own->strips = {{"cnr",
                        2,
                        0.5,
                        {1, 1.5, 2, 2.5, 3},
                        {1.23456, 2, 12345.6},
                        {0.123456, std::numeric_limits<double>::quiet_NaN()}}};
  return plots;
}

}  // namespace

TEST_CASE("a joint report has nothing about single subjects") {
  const Json json = to_json(Plots{make_scene(small_embedding()), {}});
  CHECK_FALSE(json.contains("own"));
  CHECK_FALSE(json.contains("measured"));
  CHECK(json["colourings"].size() == 2);
}

TEST_CASE("a site's own report has ids, scores, reasons and measures") {
  const Json json = to_json(own_plots());
  CHECK(json["own"]["ids"] == Json{"s1", "s2", "s3"});
  CHECK(json["own"]["outliers"]["scores"] == Json{0.1, 0.96, 1.0});
  CHECK(json["own"]["outliers"]["flagged"] ==
        Json::array(
            {{{"subject", 2},
              {"reasons",
               Json{"like scans that raters excluded",
                    "Contrast-to-noise ratio 0.123, usual 1.5 to 4: low (poor contrast, motion)",
                    "Signal-to-noise ratio 7: unusual given the other measures"}}}}));
  CHECK(json["own"]["outliers"]["also_check"] ==
        Json::array(
            {{{"subject", 1},
              {"reasons", Json{"Signal-to-noise ratio 7: unusual given the other measures"}}}}));
  CHECK(json["own"]["compared_with"] == "reference");
  CHECK(json["own"]["key"] == "run/site \uFFFD");
  CHECK(json["own"]["strips"][0]["values"] == Json{1.235, 2.0, 12350.0});
  CHECK(json["own"]["strips"][0]["elsewhere"].dump() == "[0.1235,null]");
  CHECK(json["own"]["features"] == 2);
  CHECK_FALSE(json["own"].contains("thumbnails"));
  CHECK_FALSE(json["own"].contains("link"));
  CHECK_FALSE(json["own"].contains("new"));
}

TEST_CASE("a page knows who has a report of its own, and who is new") {
  Plots plots = own_plots();
  plots.own->link = "./../{id}.html";
  plots.own->has_report = {true, false, true};
  plots.own->is_new = {false, true, true};
  plots.own->new_since = "2026-11-01";
  const Json own = to_json(plots)["own"];
  CHECK(own["link"] == "./../{id}.html");
  CHECK(own["without_report"] == Json{1});
  CHECK(own["new"] == Json{1, 2});
  CHECK(own["new_since"] == "2026-11-01");
}

TEST_CASE("the lists of a site's own subjects are included with their scores") {
  Plots plots = own_plots();
  Json json = to_json(plots)["own"]["outliers"];
  CHECK(json["odd"] == Json{{"scores", {0.0, 1.0, 3.142}}, {"subjects", {2}}});
  CHECK(json["inconsistent"] == Json{{"scores", {0.0, 5.0, 0.0}}, {"subjects", Json::array()}});
  CHECK(json["like_excluded"] == Json{{"scores", {0.0, 0.5, 0.75}}, {"subjects", {2}}});
  plots.own->outliers->lists.like_excluded.reset();
  CHECK_FALSE(to_json(plots)["own"]["outliers"].contains("like_excluded"));
}

TEST_CASE("nearly equal large values keep the digits that distinguish them") {
  Plots plots = own_plots();
  plots.own->strips = {{"wm", 1000, 0.001, {}, {1000.0021, 999.9984, 1000}, {}}};
  const Json strips = to_json(plots)["own"]["strips"];
  CHECK(strips[0]["values"] == Json{1000.0021, 999.9984, 1000.0});
}

TEST_CASE("own subjects are coloured by score, all others are background") {
  const Plots plots = own_plots();
  const auto colouring = dsne::report::by_score(plots.scene.map, 1, *plots.own->outliers);
  CHECK(colouring.group_of_point == std::vector<std::size_t>{6, 6, 5, 1, 0});
  CHECK(colouring.groups[0].points == 1);
  CHECK(colouring.groups[6].points == 2);
}
