#include "tools/experiments/description.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/errors.h"
#include "sanitized.h"
#include "temporary_folder.h"
#include "tools/evaluation/embedding_quality.h"
#include "tools/experiments/synthetic.h"

using dsne::Json;
using dsne::experiments::Dataset;
using dsne::experiments::Experiment;
using dsne::experiments::experiment_names;
using dsne::experiments::parse_experiment;
using dsne::experiments::read_experiment;

namespace fs = boost::filesystem;

namespace {

const fs::path experiments_folder = fs::path(DSNE_SOURCE_DIR) / "experiments";

Json minimal() {
  return Json::parse(R"({"title": "t", "source": "s", "question": "q", "data": {"synthetic": {}},
      "conditions": [{"name": "c", "reference": [{"count": 5}], "sites": [{"take": [{}]}]}]})");
}

/// As many subjects of each class (and site) as the public data has.
Dataset stand_in(const Experiment& experiment) {
  if (experiment.data.contains("synthetic"))
    return dsne::experiments::synthetic_dataset(experiment.data["synthetic"]);
  const bool abide = experiment.data.contains("tables");
  const bool coil = !abide && experiment.data["values"] == "coil20/X.npy";
  const int classes = coil || abide ? 20 : 10;
  const int of_each = coil ? 72 : abide ? 57 : 500;
  Dataset data;
  for (int c = 0; c < classes; ++c) {
    const std::string name = std::to_string(coil ? c + 1 : c);
    data.labels.insert(data.labels.end(), static_cast<std::size_t>(of_each), name);
    data.sites.insert(data.sites.end(), static_cast<std::size_t>(of_each), abide ? name : "");
  }
  data.values = dsne::Matrix::Zero(classes * of_each, 1);
  return data;
}

bool is_measure(const std::string& name) {
  const auto& names = dsne::evaluation::measure_names();
  return std::any_of(names.begin(), names.end(), [&](const auto& it) { return it.name == name; });
}

}  // namespace

TEST_CASE("every experiment's description can be read, and its data suffices for every seed") {
  for (const std::string& name : experiment_names(experiments_folder)) {
    CAPTURE(name);
    const Experiment experiment = read_experiment(experiments_folder, name);
    CHECK(experiment.get.empty() == experiment.data.contains("synthetic"));
    for (const std::string& measure : experiment.measures) CHECK(is_measure(measure));
    const Dataset data = stand_in(experiment);
    for (const auto& condition : experiment.conditions) {
      CAPTURE(condition.name);
      for (std::uint64_t seed = 1; seed <= (sanitized ? 2 : 10); ++seed) {
        CAPTURE(seed);
        const auto split = draw_split(condition.split, data, seed);
        CHECK(split.sites.size() >= 3);
      }
    }
  }
}

TEST_CASE("an experiment compares the usual methods unless it says which") {
  const Experiment usual = parse_experiment("e", minimal().dump());
  REQUIRE(usual.methods.size() == 4);
  CHECK(usual.methods[0].maker == dsne::experiments::EmbeddingMaker::published);
  CHECK(usual.methods[1].settings["method"] == "dsne");
  CHECK(usual.methods[2].settings["method"] == "single-shot");
  CHECK(usual.methods[3].maker == dsne::experiments::EmbeddingMaker::pooled);
  Json own = minimal();
  own["methods"] = Json::parse(R"([{"name": "m", "settings": {"perplexity": 3}}])");
  const Experiment told = parse_experiment("e", own.dump());
  REQUIRE(told.methods.size() == 1);
  CHECK(told.methods[0].settings["perplexity"] == 3);
}

TEST_CASE("malformed descriptions are refused") {
  const auto refused = [](const Json& json) {
    CHECK_THROWS_AS(parse_experiment("e", json.dump()), dsne::InputError);
  };
  for (const char* name : {"title", "source", "question", "data", "conditions"}) {
    Json json = minimal();
    json.erase(name);
    CAPTURE(name);
    refused(json);
  }
  Json json = minimal();
  json["more"] = 1;
  refused(json);
  json = minimal();
  json["parameters"]["perplexty"] = 5;
  refused(json);
  json = minimal();
  json["parameters"]["perplexity"] = 0.5;
  refused(json);
  json = minimal();
  json["methods"] = Json::parse(R"([{"name": "m", "maker": "magic"}])");
  refused(json);
  CHECK_THROWS_AS(parse_experiment("e", "{"), dsne::InputError);
  CHECK_THROWS_AS(parse_experiment("e", "[]"), dsne::InputError);
}

TEST_CASE("an experiment that is not there is refused") {
  const TemporaryFolder empty;
  CHECK_THROWS_AS(experiment_names(empty.path()), dsne::InputError);
  CHECK_THROWS_AS(experiment_names(empty.path() / "nowhere"), dsne::InputError);
  CHECK_THROWS_AS(read_experiment(experiments_folder, "../mnist-sizes"), dsne::InputError);
}
