#include "privacy/release_log.h"

#include <doctest/doctest.h>

#include <sstream>

#include "coinstac/errors.h"
#include "temporary_folder.h"

using dsne::Json;

TEST_CASE("every field that leaves is a line with its shape and norm") {
  TemporaryFolder folder;
  const auto log = folder.path() / "release_log.jsonl";
  const Json message = {{"phase", "embed"},
                        {"round", 3},
                        {"labels", {"a", "b"}},
                        {"places", {{3.0, 0.0}, {0.0, 4.0}}},
                        {"points", 7}};
  dsne::log_release(log, "run1", message);
  dsne::log_release(log, "run1", message);

  std::istringstream lines(dsne::read_file(log, "the log"));
  std::vector<Json> read;
  for (std::string line; std::getline(lines, line);) read.push_back(Json::parse(line));
  REQUIRE(read.size() == 6);
  CHECK(
      read[0] ==
      Json(
          {{"phase", "embed"}, {"round", 3}, {"run", "run1"}, {"what", "labels"}, {"shape", {2}}}));
  CHECK(read[1]["what"] == "places");
  CHECK(read[1]["shape"] == Json({2, 2}));
  CHECK(read[1]["norm"] == 5.0);
  CHECK(read[2]["shape"] == Json::array());
  CHECK(read[2]["norm"] == 7.0);
  CHECK(read[3] == read[0]);
}

TEST_CASE("a log that cannot be written is an error") {
  CHECK_THROWS_AS(
      dsne::log_release("/dev/full", "run", {{"phase", "a"}, {"round", 1}, {"points", 7}}),
      dsne::StorageError);
}
