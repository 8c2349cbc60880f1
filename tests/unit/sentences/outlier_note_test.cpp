#include "sentences/outlier_note.h"

#include <doctest/doctest.h>

using dsne::quality::OutlierScores;
using dsne::sentences::outlier_sentences;
using dsne::sentences::outside_sentence;

namespace {

/// Four of 90 records, one of them odd and two unfit.
OutlierScores some_scores() {
  OutlierScores scores;
  dsne::quality::OwnScores& own = scores.lists;
  own.odd.listed = {false, true, false, false};
  own.unfit.listed = {false, false, true, true};
  own.compared.rows.resize(90);
  own.compared.records = 90;
  own.compared.persons = 90;
  return scores;
}

}  // namespace

TEST_CASE("a site is told its two lists, and the share listed by chance") {
  CHECK(outlier_sentences(some_scores()) ==
        std::vector<std::string>{
            "Of 4 subjects, 1 is listed as odd, far from this site's ordinary subjects, and 2 as "
            "unfit, with measures that do not go together (see flagged.csv). Of good subjects up "
            "to 2 % are listed by chance."});
}

TEST_CASE("who is on both lists is said, so that the numbers add up") {
  OutlierScores scores = some_scores();
  dsne::quality::OwnScores& lists = scores.lists;
  lists.odd.listed[2] = true;
  CHECK(outlier_sentences(scores)[0].starts_with(
      "Of 4 subjects, 2 are listed as odd, far from this site's ordinary subjects, and 2 as unfit, "
      "with measures that do not go together; 1 is on both (see flagged.csv)."));
}

TEST_CASE("no share by chance is given if none is known") {
  OutlierScores scores = some_scores();
  dsne::quality::OwnScores& lists = scores.lists;
  lists.usual_low = dsne::RowVector::Zero(41);
  CHECK(outlier_sentences(scores)[0].ends_with("(see flagged.csv)."));
  lists.usual_low = dsne::RowVector::Zero(40);
  CHECK(outlier_sentences(scores)[0].ends_with("listed by chance."));
  lists.compared.rows.resize(29);
  CHECK(outlier_sentences(scores)[0].ends_with("(see flagged.csv)."));
}

TEST_CASE("a site without a list of what raters elsewhere would exclude is told why") {
  const auto reason = [](Eigen::Index sites, Eigen::Index excluded) {
    OutlierScores scores = some_scores();
    scores.lists.verdicts_elsewhere = {sites, excluded};
    return outlier_sentences(scores).at(1);
  };
  CHECK(reason(0, 0) ==
        "There is no list \"as raters elsewhere would exclude\": it needs 2 other sites whose "
        "summaries tell of excluded scans, and there is none.");
  CHECK(reason(1, 90).ends_with("tell of excluded scans, and there is one."));
  CHECK(reason(2, 19).ends_with(
      "it needs 20 excluded scans in the other sites' summaries, and these tell of 19."));
  CHECK(reason(2, 20).ends_with("do not predict each other's."));
  CHECK(outlier_sentences(some_scores()).size() == 1);
}

TEST_CASE("copies, repeated scans and too few subjects are reported") {
  OutlierScores scores = some_scores();
  dsne::quality::OwnScores& lists = scores.lists;
  lists.compared.copies = 40;
  lists.compared.persons = 3;
  lists.compared.rows.resize(3);
  scores.lacks = {0, 3, 0, 0};
  const auto sentences = outlier_sentences(scores);
  REQUIRE(sentences.size() == 4);
  CHECK(
      sentences[0] ==
      "Nobody is listed as odd or unfit: a list needs 12 different subjects with enough measures, "
      "and this site has 3.");
  CHECK(sentences[1] ==
        "Exactly the same measures as another subject's: 40 of 90 subjects. Check the table. "
        "In the ordinary range copies count once.");
  CHECK(sentences[2] ==
        "The 90 scans are of 3 persons. In the ordinary range each person counts once, with the "
        "first scan.");
  CHECK(sentences[3].starts_with("1 subject lacks more than a fifth"));
}

TEST_CASE("a site is told in which measures it lies outside the others, by name, five at most") {
  std::vector<dsne::quality::OutsideMeasure> outside = {{1, 4.54}, {0, -4}};
  const std::vector<std::string> names = {"snr", "fwhm_x"};
  CHECK(outside_sentence(outside, names) ==
        "This site as a whole may differ: most of its scans lie outside all others' range "
        "in Smoothness (left-right) (+4.5), Signal-to-noise ratio (−4.0). The numbers say how far, "
        "in typical deviations. Check the unit or the scanner.");
  outside.resize(6, outside[0]);
  CHECK(outside_sentence(outside, names)->find(" and 1 other measure. The") != std::string::npos);
  CHECK_FALSE(outside_sentence({}, {}));
}
