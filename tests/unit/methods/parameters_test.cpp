#include "methods/parameters.h"

#include <doctest/doctest.h>

#include "core/errors.h"

using dsne::Json;
using dsne::methods::EffectiveNeighbours;
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
  struct Retired {
    std::string name;
    Json value;
    std::string error;
    bool whole = true;  ///< the parameter, not only its value
  };
  for (const Retired& retired : std::vector<Retired>{
           {"method", "joint", "method joint is retired: single-shot makes a map of the sites'",
            false},
           {"reference", "learned", "reference learned is retired: summaries takes the sites'",
            false},
           {"reference", "extended", "reference extended is retired: auto takes the given", false},
           {"reference", "guaranteed", "reference guaranteed is retired: given takes public",
            false},
           {"landmark_method", "tree", "landmark_method tree is retired: the sites' summaries",
            false},
           {"harmonization", "combat", "harmonization combat is retired: site was as good", false},
           {"layout", "umap", "layout is retired: method fed-umap makes maps by UMAP"},
           {"layout", nullptr, "layout is retired: method fed-umap makes maps by UMAP"},
           {"jitter", 0.1, "jitter is retired: the sums that it hid are no longer sent"},
           {"site_exaggeration", 12, "site_exaggeration is retired: it was method joint's"},
           {"update_epsilon", 0, "update_epsilon is retired: with it a map was no better"},
           {"feature_bounds", Json::object(), "feature_bounds is retired: no reference has a"},
           {"private_start", "random", "private_start is retired: subjects start at random"}}) {
    CHECK(parameters_error({{retired.name, retired.value}})
              .starts_with("parameter " + retired.error));
    CHECK(dsne::methods::is_parameter(retired.name) != retired.whole);
  }
}

TEST_CASE("by default a run is single-shot on any reference") {
  const dsne::methods::Parameters standard = parse_parameters(Json::object());
  CHECK(standard.method == "single-shot");
  CHECK(standard.reference == dsne::methods::ReferenceChoice::automatic);
  CHECK(standard.landmark_method == dsne::methods::LandmarkMethod::none);
}

TEST_CASE("the default perplexity is 30 or what the points allow; one that is set never changes") {
  CHECK(EffectiveNeighbours().at_most_of(1000) == 30);
  CHECK(EffectiveNeighbours().at_most_of(91) == 30);
  CHECK(EffectiveNeighbours().at_most_of(88) == 29);
  CHECK(EffectiveNeighbours().at_most_of(20) == doctest::Approx(19.0 / 3));
  CHECK_NOTHROW(EffectiveNeighbours().check(4, "so few"));
  CHECK_NOTHROW(EffectiveNeighbours(30).check(91, "these"));
  CHECK_THROWS_WITH_AS(EffectiveNeighbours(30).check(90, "these"),
                       "perplexity is too large: with these it must be at most 29.6",
                       dsne::InputError);
}
