#include "tools/experiments/synthetic.h"

#include <doctest/doctest.h>

#include "core/errors.h"

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::experiments::Dataset;
using dsne::experiments::synthetic_dataset;

namespace {

Json description() {
  return Json::parse(R"({"features": 40, "factors": 4, "noise": 0.1, "site_effect": 0, "seed": 3,
      "groups": [{"label": "near", "site": "1", "subjects": 200, "centre": [1]},
                 {"label": "far", "site": "1", "subjects": 100, "centre": [30], "spread": [0.1]},
                 {"label": "near", "site": "2", "subjects": 200, "centre": [1]}]})");
}

RowVector mean(const Dataset& data, Eigen::Index first, Eigen::Index rows) {
  return data.values.middleRows(first, rows).colwise().mean();
}

}  // namespace

TEST_CASE("synthetic data has the groups it is told to have") {
  const Dataset data = synthetic_dataset(description());
  CHECK(data.values.rows() == 500);
  CHECK(data.values.cols() == 40);
  CHECK(data.labels[199] == "near");
  CHECK(data.labels[200] == "far");
  CHECK(data.sites[299] == "1");
  CHECK(data.sites[300] == "2");
  const double same = (mean(data, 0, 200) - mean(data, 300, 200)).norm();
  const double apart = (mean(data, 0, 200) - mean(data, 200, 100)).norm();
  CHECK(apart > 20 * same);
}

TEST_CASE("a site effect moves a site's subjects as a whole") {
  Json shifted = description();
  shifted["site_effect"] = 2;
  const Dataset before = synthetic_dataset(description());
  const Dataset after = synthetic_dataset(shifted);
  const Matrix moves = after.values - before.values;
  CHECK((moves.row(0) - moves.row(250)).norm() < 1e-9);
  CHECK((moves.row(0) - moves.row(400)).norm() > 5);
  // 2 in each of 40 features on average.
  CHECK(moves.row(0).squaredNorm() / 40 == doctest::Approx(4).epsilon(0.6));
}

TEST_CASE("the same description makes the same data, another seed does not") {
  Json other = description();
  other["seed"] = 4;
  CHECK(synthetic_dataset(description()).values == synthetic_dataset(description()).values);
  CHECK(synthetic_dataset(description()).values != synthetic_dataset(other).values);
}

TEST_CASE("malformed descriptions are refused") {
  for (const char* name : {"features", "factors", "noise", "site_effect", "seed", "groups"}) {
    Json incomplete = description();
    incomplete.erase(name);
    CAPTURE(name);
    CHECK_THROWS_AS(synthetic_dataset(incomplete), dsne::InputError);
  }
  Json longer = description();
  longer["groups"][0]["centre"] = {1, 2, 3, 4, 5};
  CHECK_THROWS_AS(synthetic_dataset(longer), dsne::InputError);
}
