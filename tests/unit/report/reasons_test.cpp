#include "report/reasons.h"

#include <doctest/doctest.h>

using dsne::quality::OutlierScores;
using dsne::report::flagged_csv;
using dsne::report::reason_texts;

namespace {

/// Three subjects; the last two are flagged, with the same score; the third is odder, and like
/// excluded ones.
OutlierScores scores() {
  OutlierScores result;
  result.scores = Eigen::Vector3d(0.2, 1, 1);
  result.ratings = Eigen::Vector3d(0, 3, 4);
  result.flagged = {false, true, true};
  result.also_check = {false, false, false};
  result.reasons = {{}, {{0, -0.123456, 1.5, 40000, true}}, {{1, 7}}};
  result.like_excluded = {false, false, true};
  return result;
}

}  // namespace

TEST_CASE("a reason names the measure, the value and what others have") {
  const auto reasons = scores().reasons;
  CHECK(reason_texts(reasons[1], {"snr", "cnr"}, "reference") ==
        std::vector<std::string>{"snr -0.1235 (reference 1.5 to 40000)"});
  CHECK(reason_texts(reasons[1], {"snr", "cnr"}, "all sites") ==
        std::vector<std::string>{"snr -0.1235 (all sites 1.5 to 40000)"});
  CHECK(reason_texts(reasons[2], {"snr", "cnr"}, "reference") ==
        std::vector<std::string>{"cnr 7 (does not fit the others)"});
  CHECK(reason_texts({}, {"snr", "cnr"}, "reference").empty());
  CHECK(reason_texts(reasons[1], {"s\nr\xFF", "cnr"}, "reference")[0].starts_with("s r\uFFFD "));
}

TEST_CASE("a value close to its range has as many digits as tell it apart") {
  CHECK(reason_texts({{0, 1000.04, 999.99, 1000.01, true}}, {"wm"}, "all sites")[0] ==
        "wm 1000.04 (all sites 999.99 to 1000.01)");
  CHECK(reason_texts({{0, 5, 0, 0, true}}, {"wm"}, "reference")[0] == "wm 5 (reference 0 to 0)");
}

TEST_CASE(
    "who is flagged is listed with the reasons, the oddest first, then who is also to check") {
  CHECK(flagged_csv({"a", "b", "c,d"}, scores(), nullptr, {"snr", "cnr"}, "reference") ==
        "id,flag,outlier_score,odd_measures\n"
        "\"c,d\",flagged,1,\"like scans that raters excluded, cnr 7 (does not fit the others)\"\n"
        "b,flagged,1,snr -0.1235 (reference 1.5 to 40000)\n");
  OutlierScores some = scores();
  some.flagged = {false, true, false};
  some.also_check = {false, false, true};
  CHECK(flagged_csv({"a", "b", "c"}, some, nullptr, {"snr", "cnr"}, "reference") ==
        "id,flag,outlier_score,odd_measures\n"
        "b,flagged,1,snr -0.1235 (reference 1.5 to 40000)\n"
        "c,also check,1,\"like scans that raters excluded, cnr 7 (does not fit the others)\"\n");
  some.lacks = {0, 0, 2};
  CHECK(flagged_csv({"a", "b", "c"}, some, nullptr, {"snr", "cnr"}, "reference")
            .find("lacks 2 of 2 measures, cnr 7") != std::string::npos);
  OutlierScores none = scores();
  none.flagged = {false, false, false};
  CHECK(flagged_csv({"a", "b", "c"}, none, nullptr, {"snr", "cnr"}, "reference") ==
        "id,flag,outlier_score,odd_measures\n");
}

TEST_CASE("with two lists, which one is told with both scores, and ranges are this site's") {
  dsne::quality::OwnScores own;
  own.odd.scores = Eigen::Vector3d(0, 4.5, 3.5);
  own.odd.listed = {false, true, true};
  own.unfit.scores = Eigen::Vector3d(0, -1, 6);
  own.unfit.listed = {false, false, true};
  OutlierScores two = scores();
  two.like_excluded = {false, false, false};
  CHECK(flagged_csv({"a", "b", "c"}, two, &own, {"snr", "cnr"}, "this site") ==
        "id,flag,outlier_score,odd_measures,list,odd_score,unfit_score\n"
        "c,flagged,1,cnr 7 (does not fit the others),odd and unfit,3.5,6\n"
        "b,flagged,1,snr -0.1235 (this site 1.5 to 40000),odd,4.5,-1\n");
  CHECK(dsne::report::lists_text(own, 0).empty());
}

TEST_CASE("no id and no measure's name is a formula of the list, and numbers stay numbers") {
  for (const auto& [id, cell] : {std::pair<std::string, std::string>{"=1+1", "'=1+1"},
                                 {"+A1", "'+A1"},
                                 {"@SUM(A1)", "'@SUM(A1)"},
                                 {"-2+3", "'-2+3"},
                                 {"'=1", "''=1"},
                                 {"-12", "-12"},
                                 {"-1e5", "-1e5"}}) {
    const std::string text =
        flagged_csv({"a", id, "c"}, scores(), nullptr, {"=cmd", "cnr"}, "reference");
    CAPTURE(text);
    CHECK(text.find("\n" + cell + ",flagged,1,'=cmd -0.1235 ") != std::string::npos);
  }
}

TEST_CASE("four digits are kept of a number") {
  CHECK(dsne::report::with_digits(12345.6) == 12350);
  CHECK(dsne::report::with_digits(-0.000123456) == -0.0001235);
  CHECK(dsne::report::with_digits(12345.678, 7) == 12345.68);
}
