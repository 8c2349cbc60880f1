#include "tools/experiments/variation.h"

#include <doctest/doctest.h>

using dsne::Json;
using dsne::experiments::EmbeddingMaker;
using dsne::experiments::Experiment;
using dsne::experiments::Variation;
using dsne::experiments::varied;

namespace {

Experiment private_and_usual() {
  Experiment experiment;
  experiment.parameters = {{"perplexity", 30}, {"learning_rate", 100}};
  experiment.methods = {
      {"noisy", EmbeddingMaker::federation, {{"method", "dp-dsne"}, {"max_iterations", 400}}},
      {"usual", EmbeddingMaker::federation, Json::object()}};
  return experiment;
}

}  // namespace

TEST_CASE("settings are set for every map, also in a trial and where a method has its own") {
  Variation variation;
  variation.quick = true;
  CHECK(varied(private_and_usual(), variation).parameters["perplexity"] == 5);
  CHECK(varied(private_and_usual(), variation).methods[0].settings["max_iterations"] == 20);
  variation.settings = {{"perplexity", 8}, {"max_iterations", 50}};
  const Experiment experiment = varied(private_and_usual(), variation);
  CHECK(experiment.parameters ==
        Json{{"perplexity", 8}, {"max_iterations", 50}, {"learning_rate", 100}});
  CHECK(experiment.methods[0].settings == Json{{"method", "dp-dsne"}});
  CHECK(experiment.methods[1].settings.empty());
}

TEST_CASE("only the methods asked for are kept, which may be none") {
  Variation variation;
  CHECK(varied(private_and_usual(), variation).methods.size() == 2);
  variation.methods = {"usual", "pooled"};
  const Experiment experiment = varied(private_and_usual(), variation);
  REQUIRE(experiment.methods.size() == 1);
  CHECK(experiment.methods[0].name == "usual");
  variation.methods = {"pooled"};
  CHECK(varied(private_and_usual(), variation).methods.empty());
}

TEST_CASE("results can say what is not as described") {
  CHECK(varied(private_and_usual(), {}).changes.empty());
  Variation variation;
  variation.settings = {{"normalization", "zscore"}, {"perplexity", 8}};
  variation.own_table = "own.csv";
  CHECK(varied(private_and_usual(), variation).changes ==
        std::vector<std::string>{"data of own.csv", "normalization=zscore", "perplexity=8"});
}
