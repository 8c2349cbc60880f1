#include "privacy/release_log.h"

#include <doctest/doctest.h>

#include <sstream>
#include <tuple>
#include <vector>

#include "core/errors.h"
#include "temporary_folder.h"

using dsne::Json;

TEST_CASE("every field that leaves is a line with its shape and norm") {
  TemporaryFolder folder;
  const auto log = folder.path() / "release_log.jsonl";
  const Json message = {{"phase", "embed"},
                        {"round", 3},
                        {"labels", {"a", "b"}},
                        {"masked", {{"total", {{"rows", 4}, {"columns", 2}, {"uint64", "x"}}}}},
                        {"parameters", {{"seed", 1}}},
                        {"places", dsne::pack(dsne::Matrix{{3, 0}, {0, -4}, {12, 0}})},
                        {"points", 7},
                        {"sent", true},
                        {"sum", {3, -4}},
                        {"unnamed", Json::array()}};
  dsne::privacy::log_release(log, "run1", message);
  dsne::privacy::log_release(log, "run1", message);  // a step that is made again

  std::istringstream lines(dsne::read_file(log, "the log"));
  std::vector<Json> read;
  for (std::string line; std::getline(lines, line);) read.push_back(Json::parse(line));
  REQUIRE(read.size() == 8);
  CHECK(
      read[0] ==
      Json(
          {{"phase", "embed"}, {"round", 3}, {"run", "run1"}, {"what", "labels"}, {"shape", {2}}}));
  std::size_t line = 0;
  for (const auto& [what, shape, norm] :
       std::vector<std::tuple<std::string, Json, Json>>{{"labels", Json::array({2}), nullptr},
                                                        {"total", {4, 2}, nullptr},
                                                        {"parameters", Json::array(), nullptr},
                                                        {"places", {3, 2}, 13.0},
                                                        {"points", Json::array(), nullptr},
                                                        {"sent", Json::array(), nullptr},
                                                        {"sum", Json::array({2}), 5.0},
                                                        {"unnamed", Json::array({0}), nullptr}}) {
    CHECK(read[line]["what"] == what);
    CHECK(read[line]["shape"] == shape);
    CHECK(read[line].contains("masked") == (what == "total"));
    CHECK(read[line++].value("root_sum_of_squares", Json()) == norm);
  }
  CHECK(read[4]["value"] == 7);
}

TEST_CASE("a log that cannot be written is an error") {
  CHECK_THROWS_AS(
      dsne::privacy::log_release("/dev/full", "run", {{"phase", "a"}, {"round", 1}, {"points", 7}}),
      dsne::StorageError);
}
