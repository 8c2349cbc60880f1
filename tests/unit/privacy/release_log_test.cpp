#include "privacy/release_log.h"

#include <doctest/doctest.h>

#include <sstream>

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
  const auto tells = [&](std::size_t line, const char* what, const Json& shape, const Json& norm) {
    CHECK(read[line]["what"] == what);
    CHECK(read[line]["shape"] == shape);
    CHECK(read[line].value("root_sum_of_squares", Json()) == norm);
  };
  tells(1, "total", {4, 2}, nullptr);
  CHECK(read[1]["masked"] == true);
  tells(2, "parameters", Json::array(), nullptr);
  CHECK_FALSE(read[2].contains("masked"));
  tells(3, "places", {3, 2}, 13.0);
  tells(4, "points", Json::array(), nullptr);
  CHECK(read[4]["value"] == 7);
  tells(5, "sent", Json::array(), nullptr);
  tells(6, "sum", Json::array({2}), 5.0);
  tells(7, "unnamed", Json::array({0}), nullptr);
}

TEST_CASE("a log that cannot be written is an error") {
  CHECK_THROWS_AS(
      dsne::privacy::log_release("/dev/full", "run", {{"phase", "a"}, {"round", 1}, {"points", 7}}),
      dsne::StorageError);
}
