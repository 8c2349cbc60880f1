#include "report/own_lists.h"

#include <doctest/doctest.h>

using dsne::Matrix;
using dsne::quality::Flag;
using dsne::quality::OutlierScores;
using dsne::report::flagged_csv;
using dsne::report::own_csv;
using dsne::report::OwnOnMap;
using Ids = std::vector<std::string>;

namespace {

OwnOnMap on_map(const Ids& ids, const Matrix& coordinates, const std::vector<std::string>& labels) {
  OwnOnMap own;
  own.table.ids = ids;
  own.table.labels = labels;
  own.coordinates = coordinates;
  return own;
}

OwnOnMap with_lists(OwnOnMap own, const OutlierScores& scores,
                    const std::vector<std::string>& measures = {}) {
  own.measures = measures;
  own.outliers = {scores, {}};
  return own;
}

std::string flagged(const Ids& ids, const OutlierScores& scores,
                    const std::vector<std::string>& measures) {
  return flagged_csv(with_lists(on_map(ids, {}, {}), scores, measures));
}

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

OutlierScores with_scores(const std::vector<double>& values, const std::vector<bool>& flagged) {
  OutlierScores result;
  result.scores = Eigen::Map<const dsne::Vector>(values.data(), std::ssize(values));
  for (const bool is_flagged : flagged) {
    result.flags.push_back(is_flagged ? Flag::flagged : Flag::also_check);
  }
  result.lists.odd.scores = result.scores;
  result.lists.inconsistent.scores = -result.scores;
  return result;
}

/// Three subjects: the first is odd and as raters elsewhere would exclude, the second the latter.
dsne::quality::OwnScores with_verdict_list() {
  dsne::quality::OwnScores own;
  own.odd.scores = Eigen::Vector3d(5, 1, 0);
  own.odd.listed = {true, false, false};
  own.odd.reasons = {{{0, 9, 1, 3, true}}, {}, {}};
  own.inconsistent.scores = Eigen::Vector3d(0, 0, 1);
  own.inconsistent.listed = {false, false, false};
  own.inconsistent.reasons.resize(3);
  dsne::quality::VerdictList list;
  list.scores = Eigen::Vector3d(0.875, 0.5, 0.125);
  list.listed = {true, true, false};
  list.reasons = {{{0, 9, 1, 3, true}}, {{1, 7, 2, 4, true}}, {}};
  own.like_excluded = list;
  return own;
}

}  // namespace

TEST_CASE("a site's own points have ids, and in three dimensions three columns") {
  const Matrix coordinates{{1, 2, 3}};
  CHECK(own_csv(on_map({"s1"}, coordinates, {"=a"})) == "id,x,y,z,label\ns1,1,2,3,'=a\n");
  CHECK(own_csv(with_lists(on_map({"a"}, coordinates, {"l"}), with_scores({1}, {true}))) ==
        "id,x,y,z,label,outlier_score,flagged,also_check,odd_score,inconsistent_score\n"
        "a,1,2,3,l,1,true,false,1,-1\n");
}

TEST_CASE("with covariates a site's own points have adjusted scores, too") {
  OutlierScores outliers = with_scores({0, 0.5}, {false, true});
  outliers.lists.odd.scores = Eigen::Vector2d(-0.5, 3.25);
  outliers.lists.inconsistent.scores = Eigen::Vector2d(0, 12);
  outliers.lists.odd.adjusted = Eigen::Vector2d(0.5, 1);
  outliers.lists.inconsistent.adjusted = Eigen::Vector2d(2, 3);
  CHECK(own_csv(with_lists(on_map({"a", "b"}, Matrix{{1, 2}, {3, 4}}, {}), outliers)) ==
        "id,x,y,label,outlier_score,flagged,also_check,odd_score,inconsistent_score,odd_score_"
        "adjusted,"
        "inconsistent_score_adjusted\n"
        "a,1,2,,0,false,true,-0.5,0,0.5,2\nb,3,4,,0.5,true,false,3.25,12,1,3\n");
}

TEST_CASE("scans that raters elsewhere would exclude are a column and a list") {
  const auto scores = dsne::quality::outliers_of(with_verdict_list());
  const Ids ids = {"a", "b", "c"};
  CHECK(own_csv(with_lists(on_map(ids, Matrix::Zero(3, 2), {}), scores)) ==
        "id,x,y,label,outlier_score,flagged,also_check,odd_score,inconsistent_score,like_excluded\n"
        "a,0,0,,0.6666666666666666,true,false,5,0,0.875\n"
        "b,0,0,,0,true,false,1,0,0.5\n"
        "c,0,0,,0,false,false,0,1,0.125\n");
  CHECK(flagged(ids, scores, {"cjv", "cnr"}) ==
        "id,flag,outlier_score,odd_measures,list,odd_score,inconsistent_score\n"
        "a,flagged,0.6666666666666666,\"like scans that raters excluded; Grey and white-matter "
        "overlap (CJV) 9, usual 1 to 3: high (motion, uneven intensity)\",odd and as raters "
        "elsewhere would exclude,5,0\n"
        "b,flagged,0,\"like scans that raters excluded; Contrast-to-noise ratio 7, usual 2 to "
        "4: high\",as raters elsewhere would exclude,1,0\n");
}

TEST_CASE(
    "flagged subjects are listed with reasons and lists, the oddest first, then those to check") {
  const std::string header =
      "id,flag,outlier_score,odd_measures,list,odd_score,inconsistent_score\n";
  const std::string second =
      "b,flagged,0.5,\"Signal-to-noise ratio -0.123, usual 1.5 to 40000: low (noise, "
      "motion)\",odd,4.5,-1\n";
  CHECK(flagged({"a", "b", "c,d"}, scores(), {"snr", "cnr"}) ==
        header +
            "\"c,d\",flagged,0.75,like scans that raters excluded; Contrast-to-noise ratio 7: "
            "unusual "
            "given the other measures,odd and inconsistent and as raters elsewhere would "
            "exclude,3.5,6\n" +
            second);
  OutlierScores fewer = scores();
  fewer.flags = {Flag::none, Flag::flagged, Flag::also_check};
  fewer.lists.odd.listed = {false, true, false};
  fewer.lists.inconsistent.listed = {false, false, false};
  fewer.lists.like_excluded.reset();
  CHECK(
      flagged({"a", "b", "c"}, fewer, {"snr", "cnr"}) ==
      header + second +
          "c,also check,0.75,Contrast-to-noise ratio 7: unusual given the other measures,,3.5,6\n");
  fewer.lacks = {0, 0, 2};
  CHECK(flagged({"a", "b", "c"}, fewer, {"snr", "cnr"})
            .find("lacks 2 of 2 measures; Contrast-to-noise") != std::string::npos);
  fewer.flags.assign(3, Flag::none);
  CHECK(flagged({"a", "b", "c"}, fewer, {"snr", "cnr"}) == header);
}

TEST_CASE("no id or measure's name becomes a formula, and numbers stay numbers") {
  for (const auto& [id, cell] : {std::pair<std::string, std::string>{"=1+1", "'=1+1"},
                                 {"+A1", "'+A1"},
                                 {"@SUM(A1)", "'@SUM(A1)"},
                                 {"-2+3", "'-2+3"},
                                 {"'=1", "''=1"},
                                 {"-12", "-12"},
                                 {"-1e5", "-1e5"}}) {
    const std::string text = flagged({"a", id, "c"}, scores(), {"=cmd", "cnr"});
    CAPTURE(text);
    CHECK(text.find("\n" + cell + ",flagged,0.5,\"'=cmd -0.123, ") != std::string::npos);
  }
}
