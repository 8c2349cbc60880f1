#include "tools/experiments/trial.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "tsne/initialization.h"

using dsne::Json;
using dsne::Matrix;
using dsne::experiments::Dataset;
using dsne::experiments::Experiment;
using dsne::experiments::Trial;

namespace {

/// Ten subjects of class "reference", which differ in the first feature, and twenty of class
/// "subjects", which differ in the second.
Dataset two_directions() {
  Dataset data;
  data.values = 0.1 * dsne::tsne::random_coordinates(30, 3, 1.0, 3);
  for (Eigen::Index i = 0; i < 30; ++i) {
    data.values(i, i < 10 ? 0 : 1) += static_cast<double>(10 * i);
    data.labels.emplace_back(i < 10 ? "reference" : "subjects");
    data.sites.emplace_back();
  }
  return data;
}

Experiment experiment_with(Json parameters) {
  Experiment experiment;
  experiment.parameters = std::move(parameters);
  experiment.conditions = {{"only", dsne::experiments::parse_split_rule(Json::parse(R"(
      {"reference": [{"label": "reference"}],
       "sites": [{"copies": 2, "take": [{"label": "subjects", "count": 10}]}]})"))}};
  return experiment;
}

Trial trial_of(const Dataset& data, const Json& parameters) {
  const Experiment experiment = experiment_with(parameters);
  return dsne::experiments::make_trial(experiment, experiment.conditions[0], data, 1, {});
}

}  // namespace

TEST_CASE("a trial has the reference's points first, then site by site, each with its label") {
  const Trial trial = trial_of(two_directions(), {{"initial_dims", 0}});
  REQUIRE(trial.reference.rows() == 10);
  REQUIRE(trial.sites.size() == 2);
  REQUIRE(trial.scaled.rows() == 30);
  CHECK(trial.scaled.topRows(10) == trial.reference);
  CHECK(trial.scaled.middleRows(10, 10) == trial.sites[0]);
  CHECK(trial.scaled.bottomRows(10) == trial.sites[1]);
  CHECK(trial.pooled == trial.scaled);
  CHECK(trial.labels[9] == "reference");
  CHECK(trial.labels[10] == "subjects");
  CHECK(trial.groups[9] == "reference");
  CHECK(trial.groups[10] == "site 1");
  CHECK(trial.groups[29] == "site 2");
}

TEST_CASE("maps are judged in the components and the scale of all points") {
  const Trial trial = trial_of(two_directions(), {{"initial_dims", 1}});
  REQUIRE(trial.pooled.cols() == 1);
  const auto spread = [](const Matrix& points) { return points.maxCoeff() - points.minCoeff(); };
  CHECK(spread(trial.pooled.bottomRows(20)) > 150);
  const Trial scaled = trial_of(two_directions(), {{"normalization", "zscore"}});
  CHECK(scaled.pooled.col(1).mean() == doctest::Approx(0));
  CHECK(scaled.scaled.topRows(10).col(1).mean() == doctest::Approx(0));
  CHECK(scaled.scaled.bottomRows(20).col(1).mean() > 100);
}

TEST_CASE("what is missing is the reference's median, or an error") {
  Dataset data = two_directions();
  data.values(15, 0) = std::numeric_limits<double>::quiet_NaN();
  const Trial trial = trial_of(data, {{"missing", "impute"}, {"initial_dims", 0}});
  const dsne::Vector first = trial.scaled.col(0).tail(20);
  CHECK(first.maxCoeff() == doctest::Approx(45).epsilon(0.02));
  CHECK(trial.pooled.allFinite());
  CHECK_THROWS_AS(trial_of(data, {{"missing", "error"}}), dsne::InputError);
}
