#include "tools/simulate/inputspec.h"

#include <doctest/doctest.h>

#include "core/errors.h"

using dsne::InputError;
using dsne::Json;
using dsne::tools::read_compspec;
using dsne::tools::read_inputspec;

TEST_CASE("an array has one entry for each site, without the wrappers") {
  const char* text = R"([{"site_data": {"value": ["a.csv"], "fulfilled": true}, "n": {"value": 0}},
                         {"site_data": {"value": null}}])";
  const std::vector<Json> inputs = read_inputspec(text, std::nullopt);
  REQUIRE(inputs.size() == 2);
  CHECK(inputs[0] == Json{{"site_data", {"a.csv"}}, {"n", 0}});
  CHECK(inputs[1] == Json{{"site_data", nullptr}});
  CHECK(read_inputspec(text, 1).size() == 1);
  CHECK_THROWS_AS(read_inputspec(text, 3), InputError);
}

TEST_CASE("an object is for all sites, one when nothing else is said") {
  CHECK(read_inputspec(R"({"n": {"value": 3}})", std::nullopt) == std::vector<Json>{{{"n", 3}}});
  CHECK(read_inputspec(R"({"n": {"value": 3}})", 3) == std::vector<Json>(3, {{"n", 3}}));
  CHECK(read_inputspec("{}", 2) == std::vector<Json>(2, Json::object()));
}

TEST_CASE("a wrong inputspec is refused") {
  for (const char* text : {"", "{", "3", "\"x\"", "[]", "[3]", R"({"n": 3})", R"([{"n": {}}])"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_inputspec(text, std::nullopt), InputError);
  }
}

TEST_CASE("an inputspec that is not JSON is refused with its line") {
  CHECK_THROWS_WITH(read_inputspec("[{\n\"n\": {\"value\": 1}}\n{\n", std::nullopt),
                    "the inputspec is not valid JSON: look at line 3");
}

TEST_CASE("the compspec lists the inputs") {
  const Json declared = read_compspec(R"({"computation": {"input": {"a": {}, "b": {}}}})");
  CHECK(dsne::tools::unknown_inputs({{"b", 1}, {"c", 2}}, declared) ==
        std::vector<std::string>{"c"});
  for (const char* text : {"", "[]", "3", "{}", R"({"computation": 3})", R"({"computation": {}})",
                           R"({"computation": {"input": []}})"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_compspec(text), InputError);
  }
}
