#include <doctest/doctest.h>

#include "data/formats/decisions.h"

using dsne::data::KnownIds;

TEST_CASE("ids that came later are new since the day before, and the key stays") {
  KnownIds known;
  known.add({"a", "b"}, "2026-01-01", "T1w");
  const std::string key = known.key;
  CHECK(key.starts_with("T1w/"));
  CHECK(known.newest({"a", "b"}).empty());
  CHECK(known.since().empty());

  for (int time = 0; time < 2; ++time) {
    known.add({"b", "c", "a"}, "2026-02-01", "T1w");
    CHECK(known.key == key);
    CHECK(known.newest({"b", "c", "a"}) == std::vector<bool>{false, true, false});
    CHECK(known.since() == "2026-01-01");
  }
  CHECK(known.is_whole());
  known.came["d"] = 2;
  CHECK_FALSE(known.is_whole());
}
