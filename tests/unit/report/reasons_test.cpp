#include "report/reasons.h"

#include <doctest/doctest.h>

using dsne::quality::Flag;
using dsne::quality::OutlierScores;
using dsne::report::flagged_csv;
using dsne::report::reason_texts;

namespace {

/// Three subjects; the last two are flagged; the third is odder, and like excluded ones.
OutlierScores scores() {
  OutlierScores result;
  result.scores = Eigen::Vector3d(0, 0.5, 0.75);
  result.flags = {Flag::none, Flag::flagged, Flag::flagged};
  result.reasons = {{}, {{0, -0.123456, 1.5, 40000, true}}, {{1, 7}}};
  result.lists.odd.scores = Eigen::Vector3d(0, 4.5, 3.5);
  result.lists.odd.listed = {false, true, true};
  result.lists.inconsistent.scores = Eigen::Vector3d(0, -1, 6);
  result.lists.inconsistent.listed = {false, false, true};
  result.lists.like_excluded.emplace();
  result.lists.like_excluded->listed = {false, false, true};
  result.lists.like_excluded->scores = Eigen::Vector3d(0, 0.1, 0.8);
  return result;
}

}  // namespace

TEST_CASE("a reason names the measure, the value and the usual range") {
  const auto reasons = scores().reasons;
  CHECK(reason_texts(reasons[1], {"snr", "cnr"}) ==
        std::vector<std::string>{
            "Signal-to-noise ratio -0.123, usual 1.5 to 40000: low (noise, motion)"});
  CHECK(reason_texts(reasons[2], {"snr", "cnr"}) ==
        std::vector<std::string>{"Contrast-to-noise ratio 7: unusual given the other measures"});
  CHECK(reason_texts({}, {"snr", "cnr"}).empty());
  CHECK(reason_texts(reasons[1], {"s\nr\xFF", "cnr"})[0].starts_with("s r\uFFFD "));
}

TEST_CASE("a value close to its range has enough digits to distinguish it") {
  CHECK(reason_texts({{0, 1000.04, 999.99, 1000.01, true}}, {"m"})[0] ==
        "m 1000.04, usual 999.99 to 1000.01: high");
  CHECK(reason_texts({{0, 5, 0, 0, true}}, {"m"})[0] == "m 5, usual 0: high");
  CHECK(reason_texts({{0, 9, 8, 20, true}}, {"m"})[0] == "m 9, usual 8 to 20");
}

TEST_CASE(
    "flagged subjects are listed with reasons and lists, the oddest first, then those to check") {
  const std::string header =
      "id,flag,outlier_score,odd_measures,list,odd_score,inconsistent_score\n";
  const std::string second =
      "b,flagged,0.5,\"Signal-to-noise ratio -0.123, usual 1.5 to 40000: low (noise, "
      "motion)\",odd,4.5,-1\n";
  CHECK(flagged_csv({"a", "b", "c,d"}, scores(), {"snr", "cnr"}) ==
        header +
            "\"c,d\",flagged,0.75,like scans that raters excluded; Contrast-to-noise ratio 7: "
            "unusual "
            "given the other measures,odd and inconsistent and as raters elsewhere would "
            "exclude,3.5,6\n" +
            second);
  OutlierScores some = scores();
  some.flags = {Flag::none, Flag::flagged, Flag::also_check};
  some.lists.odd.listed = {false, true, false};
  some.lists.inconsistent.listed = {false, false, false};
  some.lists.like_excluded.reset();
  CHECK(
      flagged_csv({"a", "b", "c"}, some, {"snr", "cnr"}) ==
      header + second +
          "c,also check,0.75,Contrast-to-noise ratio 7: unusual given the other measures,,3.5,6\n");
  some.lacks = {0, 0, 2};
  CHECK(flagged_csv({"a", "b", "c"}, some, {"snr", "cnr"})
            .find("lacks 2 of 2 measures; Contrast-to-noise") != std::string::npos);
  some.flags.assign(3, Flag::none);
  CHECK(flagged_csv({"a", "b", "c"}, some, {"snr", "cnr"}) == header);
}

TEST_CASE("no id or measure's name becomes a formula, and numbers stay numbers") {
  for (const auto& [id, cell] : {std::pair<std::string, std::string>{"=1+1", "'=1+1"},
                                 {"+A1", "'+A1"},
                                 {"@SUM(A1)", "'@SUM(A1)"},
                                 {"-2+3", "'-2+3"},
                                 {"'=1", "''=1"},
                                 {"-12", "-12"},
                                 {"-1e5", "-1e5"}}) {
    const std::string text = flagged_csv({"a", id, "c"}, scores(), {"=cmd", "cnr"});
    CAPTURE(text);
    CHECK(text.find("\n" + cell + ",flagged,0.5,\"'=cmd -0.123, ") != std::string::npos);
  }
}

TEST_CASE("units follow the value, and a scan's size and spacing come last") {
  const std::vector<dsne::quality::OddMeasure> reasons = {
      {0, 1.2, 1, 1, true}, {1, 0.62, 0.05, 0.3, true}, {2, 28, 30, 50, true}};
  CHECK(reason_texts(reasons, {"spacing_z", "fd_mean", "snr_wm"}) ==
        std::vector<std::string>{
            "Mean head motion (FD) 0.62 mm, usual 0.05 to 0.3: high (motion)",
            "White-matter signal-to-noise ratio 28, usual 30 to 50: low (noise, motion)",
            "Voxel size (up-down) 1.2 mm, usual 1: high (another protocol)"});
}

TEST_CASE("the headline counts the subjects to look at and to check") {
  OutlierScores some = scores();
  some.flags = {Flag::also_check, Flag::flagged, Flag::also_check};
  CHECK(dsne::report::headline(some) == "1 of 3 to look at, 2 to check, 0 decided");
}
