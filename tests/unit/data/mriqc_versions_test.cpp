#include <doctest/doctest.h>

#include "data/formats/mriqc_output.h"

using dsne::data::mriqc_changes;

TEST_CASE("versions of MRIQC that compute measures in other ways are told, whichever is earlier") {
  CHECK(mriqc_changes("0.9.6", "0.15.1")->empty());
  CHECK(mriqc_changes("23.1.0", "24.0.2")->empty());
  const auto all = mriqc_changes("0.9.6", "24.0.2").value();
  REQUIRE(all.size() == 3);
  CHECK(all[0].version == "0.15.2");
  CHECK(all[2].version == "23.1.0");
  CHECK(mriqc_changes("24.0.2", "0.9.6")->size() == 3);
  CHECK(mriqc_changes("23.0.1", "23.1.0")->size() == 1);
}

TEST_CASE("versions are read as people and programs write them") {
  CHECK(mriqc_changes("v0.16.1", "0.9.6")->size() == 1);
  CHECK(mriqc_changes("24.1.0.dev0+gd5b13cb5.d20240826", "0.9.6")->size() == 3);
  CHECK(mriqc_changes("23.1.0rc0", "22.0.6")->size() == 1);
  CHECK(mriqc_changes("22.0", "0.16.1")->size() == 1);
}

TEST_CASE("nothing is said of a version that is not understood") {
  for (const char* version : {"", "unknown", "24", "x.1.0", "0+unknown"}) {
    CHECK_FALSE(mriqc_changes(version, "0.9.6").has_value());
  }
}
