#include "report/plots.h"

#include <doctest/doctest.h>

#include <limits>

#include "embedding_fixture.h"

using dsne::Json;
using dsne::report::Plots;

namespace {

/// The data of a site's page: a map of two reference points and three subjects.
Plots own_plots() {
  Plots plots{make_scene(wide_embedding()), dsne::report::OwnSubjects{}};
  plots.own->site = 1;
  plots.own->key = "run/site \xFF";
  plots.own->ids = {"s1", "s2", "s3"};
  return plots;
}

}  // namespace

TEST_CASE("a joint report has nothing about single subjects") {
  auto map = wide_embedding();
  map.measured = dsne::Matrix::Constant(map.coordinates.rows(), 1, 7);
  const Json json = to_json(Plots{make_scene(map), {}});
  CHECK_FALSE(json.contains("own"));
  CHECK_FALSE(json.contains("measured"));
  CHECK(json["colourings"].size() == 2);
}

TEST_CASE("a page knows who has a report of its own, and who is new") {
  Plots plots = own_plots();
  const Json plain = to_json(plots)["own"];
  CHECK(plain["key"] == "run/site \uFFFD");
  for (const char* name : {"thumbnails", "link", "new"}) CHECK_FALSE(plain.contains(name));
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

TEST_CASE("strips keep four digits, or those that distinguish nearly equal large values") {
  Plots plots = own_plots();
  plots.own->strips = {{"cnr",
                        2,
                        0.5,
                        {1, 1.5, 2, 2.5, 3},
                        {1.23456, 2, 12345.6},
                        {0.123456, std::numeric_limits<double>::quiet_NaN()}},
                       {"wm", 1000, 0.001, {}, {1000.0021, 999.9984, 1000}, {}}};
  const Json strips = to_json(plots)["own"]["strips"];
  CHECK(strips[0]["values"] == Json{1.235, 2.0, 12350.0});
  CHECK(strips[0]["elsewhere"].dump() == "[0.1235,null]");
  CHECK(strips[1]["values"] == Json{1000.0021, 999.9984, 1000.0});
}
