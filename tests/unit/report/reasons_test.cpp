#include "report/reasons.h"

#include <doctest/doctest.h>

using dsne::quality::Flag;
using dsne::quality::OddMeasure;
using dsne::report::reason_texts;

TEST_CASE("a reason names the measure, the value and the usual range") {
  const std::vector<OddMeasure> low = {{0, -0.123456, 1.5, 40000, true}};
  CHECK(reason_texts(low, {"snr", "cnr"}) ==
        std::vector<std::string>{
            "Signal-to-noise ratio -0.123, usual 1.5 to 40000: low (noise, motion)"});
  CHECK(reason_texts({{1, 7}}, {"snr", "cnr"}) ==
        std::vector<std::string>{"Contrast-to-noise ratio 7: unusual given the other measures"});
  CHECK(reason_texts({}, {"snr", "cnr"}).empty());
  CHECK(reason_texts(low, {"s\nr\xFF", "cnr"})[0].starts_with("s r\uFFFD "));
}

TEST_CASE("a value close to its range has enough digits to distinguish it") {
  CHECK(reason_texts({{0, 1000.04, 999.99, 1000.01, true}}, {"m"})[0] ==
        "m 1000.04, usual 999.99 to 1000.01: high");
  CHECK(reason_texts({{0, 5, 0, 0, true}}, {"m"})[0] == "m 5, usual 0: high");
  CHECK(reason_texts({{0, 9, 8, 20, true}}, {"m"})[0] == "m 9, usual 8 to 20");
}

TEST_CASE("units follow the value, and a scan's size and spacing come last") {
  const std::vector<OddMeasure> reasons = {
      {0, 1.2, 1, 1, true}, {1, 0.62, 0.05, 0.3, true}, {2, 28, 30, 50, true}};
  CHECK(reason_texts(reasons, {"spacing_z", "fd_mean", "snr_wm"}) ==
        std::vector<std::string>{
            "Mean head motion (FD) 0.62 mm, usual 0.05 to 0.3: high (motion)",
            "White-matter signal-to-noise ratio 28, usual 30 to 50: low (noise, motion)",
            "Voxel size (up-down) 1.2 mm, usual 1: high (another protocol)"});
}

TEST_CASE("the headline counts the subjects to look at and to check") {
  dsne::quality::OutlierScores some;
  some.flags = {Flag::also_check, Flag::flagged, Flag::also_check};
  CHECK(dsne::report::headline(some) == "1 of 3 to look at, 2 to check, 0 decided");
}
