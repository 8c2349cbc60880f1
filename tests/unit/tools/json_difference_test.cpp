#include "tools/json_difference.h"

#include <doctest/doctest.h>

using dsne::Json;
using dsne::tools::first_difference;

namespace {

std::string difference_text(const char* expected, const char* actual) {
  const auto found = first_difference(Json::parse(expected), Json::parse(actual));
  return found ? found->pointer + " " + found->kind : "none";
}

}  // namespace

TEST_CASE("the first difference of two documents is found") {
  CHECK(difference_text(R"({"a": [1, {"b": 2}]})", R"({"a": [1, {"b": 2}]})") == "none");
  CHECK(difference_text(R"({"a": [1, {"b": 2}]})", R"({"a": [1, {"b": 3}]})") ==
        "/a/1/b has another value");
  CHECK(difference_text(R"([[1, 2], [3, 4]])", R"([[1, 0], [0, 4]])") == "/0/1 has another value");
  CHECK(difference_text(R"({"a": 1, "b": 2})", R"({"b": 2})") == "/a is missing");
  CHECK(difference_text(R"({"b": 2})", R"({"b": 2, "c/d": 2})") == "/c~1d is new");
  CHECK(difference_text(R"({"a": [1, 2]})", R"({"a": [1]})") == "/a has 1 entries instead of 2");
  CHECK(difference_text(R"({"a": [1, 2]})", R"({"a": {"b": 1}})") ==
        "/a is object instead of array");
  CHECK(difference_text(R"({"a": true})", R"({"a": false})") == "/a has another value");
  CHECK(difference_text(R"({"a": 1.5})", R"({"a": 2})") == "/a has another value");
  CHECK(difference_text("1", "\"1\"") == " is string instead of number");
}
