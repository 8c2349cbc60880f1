#include "quality/outlier_scores.h"

#include <doctest/doctest.h>

using namespace dsne::quality;

namespace {

/// Four subjects: the second is odd, the third inconsistent, the fourth both.
OwnScores two_lists() {
  OwnScores own;
  own.odd.scores = Eigen::Vector4d(0, 5, 1, 3.5);
  own.odd.listed = {false, true, false, true};
  own.odd.reasons = {{}, {{0, 8, 1, 3, true}}, {}, {{1, -1, 2, 2, true}}};
  own.inconsistent.scores = Eigen::Vector4d(-1, 0, 4.5, 9);
  own.inconsistent.listed = {false, false, true, true};
  own.inconsistent.reasons = {{}, {}, {{1, 7, 2, 2, true}}, {{0, 1.5, 1, 3}, {1, -1, 2, 2}}};
  return own;
}

}  // namespace

TEST_CASE("a subject on either list is flagged, and its score is the rank of the larger") {
  const OutlierScores scores = outliers_of(two_lists());
  CHECK(scores.flags == std::vector<Flag>{Flag::none, Flag::flagged, Flag::flagged, Flag::flagged});
  CHECK(scores.scores == Eigen::Vector4d(0, 0.5, 0.25, 0.75));
  CHECK(subjects_with_flag(scores) == std::vector<std::size_t>{3, 1, 2});
}

TEST_CASE("a subject has the reasons of its lists, each measure once") {
  const OutlierScores scores = outliers_of(two_lists());
  CHECK(scores.reasons[0].empty());
  REQUIRE(scores.reasons[1].size() == 1);
  CHECK(scores.reasons[1][0].value == 8);
  REQUIRE(scores.reasons[3].size() == 2);
  CHECK(scores.reasons[3][0].feature == 1);
  CHECK(scores.reasons[3][0].extreme);
  CHECK(scores.reasons[3][1].feature == 0);
  CHECK_FALSE(scores.reasons[3][1].extreme);
}

TEST_CASE("a subject with more than a fifth of the measures missing is to check, unless flagged") {
  OutlierScores scores;
  scores.flags = {Flag::none, Flag::flagged, Flag::none, Flag::none};
  flag_lacking({14, 60, 13, 0}, 68, scores);
  CHECK(scores.flags == std::vector<Flag>{Flag::also_check, Flag::flagged, Flag::none, Flag::none});
  CHECK(scores.lacks == std::vector<Eigen::Index>{14, 60, 0, 0});
}

TEST_CASE("with a flag are the flagged and then those to check, each the oddest first") {
  OutlierScores scores;
  scores.scores = dsne::Vector{{0.98, 0.95, 1, 0.5, 0.97}};
  scores.flags = {Flag::flagged, Flag::also_check, Flag::flagged, Flag::none, Flag::also_check};
  scores.lists.odd.listed = {true, false, true, false, false};
  CHECK(subjects_with_flag(scores) == std::vector<std::size_t>{2, 0, 4, 1});
}

TEST_CASE("who raters elsewhere would exclude is flagged, and comes first, above all if odd too") {
  OwnScores lists = two_lists();
  lists.like_excluded.emplace();
  lists.like_excluded->scores = Eigen::Vector4d(0.7, 0.6, 0, 0);
  lists.like_excluded->listed = {true, true, false, false};
  lists.like_excluded->reasons = {{{0, 9, 1, 3, true}}, {{0, 8, 1, 3, true}}, {}, {}};
  const OutlierScores scores = outliers_of(lists);
  CHECK(scores.flags == std::vector<Flag>(4, Flag::flagged));
  CHECK(subjects_with_flag(scores) == std::vector<std::size_t>{1, 0, 3, 2});
  CHECK(scores.reasons[0].size() == 1);
}
