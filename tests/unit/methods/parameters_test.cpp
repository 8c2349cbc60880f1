#include "methods/parameters.h"

#include <doctest/doctest.h>

#include "core/errors.h"

using dsne::Json;
using dsne::methods::parse_parameters;

namespace {

std::string parameters_error(const Json& given) {
  try {
    parse_parameters(given);
  } catch (const dsne::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("without inputs every parameter has its default") {
  const Json standard = to_json(parse_parameters(Json::object()));
  for (const dsne::methods::ParameterRule& rule : dsne::methods::parameter_rules()) {
    CHECK(standard[rule.name] == rule.standard);
    CHECK(dsne::methods::is_parameter(rule.name));
  }
  CHECK(standard.size() == dsne::methods::parameter_rules().size());
  CHECK_FALSE(dsne::methods::is_parameter("site_data"));
}

TEST_CASE("parameters pass through JSON unchanged, at both ends of every range") {
  for (const dsne::methods::ParameterRule& rule : dsne::methods::parameter_rules()) {
    std::vector<Json> values(rule.values.begin(), rule.values.end());
    if (rule.values.empty()) values = {rule.least, rule.most};
    for (const Json& value : values) {
      Json given = {{"method", "sphere"}};  // whose no_dims may be any
      given[rule.name] = value;
      const Json read = to_json(parse_parameters(given));
      CHECK(read[rule.name] == value);
      CHECK(to_json(parse_parameters(read)) == read);
    }
  }
}

TEST_CASE("a number outside its range is refused with the name and the range") {
  for (const dsne::methods::ParameterRule& rule : dsne::methods::parameter_rules()) {
    if (!rule.values.empty()) continue;
    for (const double value : {rule.least - 0.5, rule.most * 2 + 1}) {
      const std::string error = parameters_error({{rule.name, value}});
      CHECK(error.find("parameter " + rule.name + " must be a ") == 0);
      CHECK(error.find(" from ") != std::string::npos);
    }
  }
  CHECK(parameters_error({{"perplexity", -1}}) ==
        "parameter perplexity must be a number from 0 to 10000");
  CHECK(parameters_error({{"perplexity", 0.5}}) == "parameter perplexity must be 0, or 1 at least");
}

TEST_CASE("whole numbers may be written with a fraction of zero only") {
  CHECK(parse_parameters({{"max_iterations", 100.0}}).max_iterations == 100);
  CHECK(parameters_error({{"max_iterations", 100.5}}) ==
        "parameter max_iterations must be a whole number from 0 to 100000");
}

TEST_CASE("values of another type, and unknown words, are refused") {
  for (const dsne::methods::ParameterRule& rule : dsne::methods::parameter_rules()) {
    for (const Json& value :
         {Json(), Json(true), Json("secret-word"), Json::array(), Json::object()}) {
      const std::string error = parameters_error({{rule.name, value}});
      CHECK(error.find("parameter " + rule.name + " must be") == 0);
      CHECK(error.find("secret") == std::string::npos);
    }
  }
  CHECK(parameters_error({{"missing", "ignore"}}) ==
        "parameter missing must be one of: auto, error, drop, impute");
}

TEST_CASE("a name of an earlier version is refused, and its replacement is named") {
  const auto retired = [](const char* name, const Json& value) {
    return parameters_error({{name, value}});
  };
  CHECK(retired("method", "joint") ==
        "parameter method joint is retired: single-shot makes a map of the sites' summaries");
  CHECK(retired("reference", "learned") ==
        "parameter reference learned is retired: summaries takes the sites' summaries");
  CHECK(retired("reference", "extended") ==
        "parameter reference extended is retired: auto takes the given points and the sites' "
        "summaries");
  CHECK(retired("landmark_method", "tree") ==
        "parameter landmark_method tree is retired: the sites' summaries take the tree's place");
  for (const Json& value : {Json("tsne"), Json("umap"), Json(1), Json()}) {
    CHECK(retired("layout", value) ==
          "parameter layout is retired: method fed-umap makes maps by UMAP");
  }
  CHECK(retired("jitter", 0.1) ==
        "parameter jitter is retired: the sums that it hid are no longer sent");
  CHECK(retired("site_exaggeration", 12) ==
        "parameter site_exaggeration is retired: it was method joint's");
  CHECK(retired("update_epsilon", 0) ==
        "parameter update_epsilon is retired: with it a map was no better than by the reference "
        "alone");
  CHECK(retired("reference", "guaranteed") ==
        "parameter reference guaranteed is retired: given takes public scans");
  CHECK(retired("feature_bounds", Json::object()) ==
        "parameter feature_bounds is retired: no reference has a guarantee any more");
  CHECK(retired("harmonization", "combat") ==
        "parameter harmonization combat is retired: site was as good");
  CHECK(retired("private_start", "random") ==
        "parameter private_start is retired: subjects start at random with initialization random "
        "or pca");
  for (const char* name : {"layout", "jitter", "site_exaggeration", "update_epsilon",
                           "reference_epsilon", "feature_bounds", "private_start"}) {
    CHECK_FALSE(dsne::methods::is_parameter(name));
  }
}

TEST_CASE("by default a run is single-shot on any reference") {
  const dsne::methods::Parameters standard = parse_parameters(Json::object());
  CHECK(standard.method == "single-shot");
  CHECK(standard.reference == dsne::methods::ReferenceChoice::automatic);
  CHECK(standard.landmark_method == dsne::methods::LandmarkMethod::none);
}
