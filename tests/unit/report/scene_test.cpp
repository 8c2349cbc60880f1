#include "report/scene.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "embedding_fixture.h"

using dsne::Json;
using dsne::Matrix;
using dsne::report::DensityReport;
using dsne::report::Embedding;
using dsne::report::Scene;

TEST_CASE("coordinates are whole numbers over the longest side, the short one centred") {
  const Json json = to_json(make_scene(wide_embedding()));
  CHECK(json["places"] == Json{{0, 10000, 5000, 2500, 7500}, {2500, 7500, 5000, 2500, 7500}});
  CHECK(json["site"] == Json{0, 0, 1, 1, 1});
  CHECK(json["labels"]["names"] == Json{"b", "a"});
  CHECK(json["labels"]["label"] == Json{0, -1, 1, 0, -1});
  CHECK(json["colourings"].size() == 2);
  CHECK(json["shapes"]["diamond"].size() == 4);
  CHECK_FALSE(json["shapes"].contains("circle"));
}

TEST_CASE("one point, coincident points, and no point") {
  Embedding embedding{Matrix::Constant(3, 2, 7), {"local0"}, {0, 0, 0}, {"", "", ""}};
  CHECK(to_json(make_scene(embedding))["places"] == Json{{5000, 5000, 5000}, {5000, 5000, 5000}});
  embedding = {Matrix(0, 2), {"local0"}, {}, {}};
  CHECK(to_json(make_scene(embedding))["places"] == Json{Json::array(), Json::array()});
}

TEST_CASE("the largest and smallest doubles are in the frame, others are an error") {
  using Limits = std::numeric_limits<double>;
  Embedding embedding{Matrix(2, 2), {"local0"}, {0, 0}, {"", ""}};
  for (const double size : {Limits::max(), Limits::min()}) {
    embedding.coordinates << -size, 0, size, 0;
    CHECK(make_scene(embedding).map.coordinates == Matrix{{0, 5000}, {10000, 5000}});
  }
  for (const double value : {Limits::infinity(), Limits::quiet_NaN()}) {
    embedding.coordinates(0, 1) = value;
    CHECK_THROWS_AS(make_scene(embedding), dsne::Error);
  }
}

TEST_CASE("marks of many subjects are smaller where there are many of them") {
  Embedding embedding = spiral_embedding(240, 2, 0);
  CHECK(make_scene(embedding).widths.empty());
  embedding.subjects.assign(240, 1);
  embedding.subjects[7] = 40;
  const double alone = make_scene(embedding).widths[7];
  CHECK(alone > 4);
  CHECK(make_scene(embedding).widths[8] == 1);
  embedding.subjects.assign(240, 40);
  CHECK(make_scene(embedding).widths[7] == doctest::Approx(alone / 2));
}

TEST_CASE("noisy counts have their cells in the units of the coordinates") {
  const Embedding embedding = wide_embedding();
  const DensityReport report = density_report(embedding.coordinates, 2, 1,
                                              {{"<b>\xFF", 50, dsne::RowVector{{40, 10, 2, -2}}},
                                               {"other", 100, dsne::RowVector{{25, 25, 25, 25}}}});
  const Scene scene = make_scene(embedding, &report);
  const Json json = to_json(scene)["densities"];
  CHECK(json["cells"] == Json{{0, 2500, 5000, 5000},
                              {5000, 2500, 10000, 5000},
                              {0, 5000, 5000, 7500},
                              {5000, 5000, 10000, 7500}});
  CHECK(json["sites"][0]["name"] == "<b>\uFFFD");
  CHECK(json["sites"][0]["points"] == 50);
  CHECK(json["sites"][0]["counts"][3][0] == -2);
  CHECK(json["sites"][0]["counts"][3][4] == false);
  CHECK_FALSE(to_json(make_scene(embedding)).contains("densities"));
  // Opacity grows with the share of the site's subjects; what may be noise is not filled.
  CHECK(scene.layers[0].opacity[1] == doctest::Approx(scene.layers[0].opacity[0] / 4));
  CHECK(scene.layers[1].opacity[0] == doctest::Approx(scene.layers[0].opacity[0] / 0.8 / 4));
  CHECK(scene.layers[0].opacity[3] == 0);
}
