#include "sentences/outlier_note.h"

#include <doctest/doctest.h>

using dsne::quality::OutlierScores;
using dsne::sentences::outlier_sentences;
using dsne::sentences::outside_sentence;
using dsne::sentences::own_list_sentences;

namespace {

OutlierScores some_scores() {
  OutlierScores scores;
  scores.flagged = {true, false, true, false};
  scores.also_check = {false, false, false, false};
  scores.like_excluded = {true, false, false, false};
  scores.expected_false_alarms = 0.01;
  return scores;
}

/// Four of 90 records, one of them odd and two unfit.
dsne::quality::OwnScores own_lists() {
  dsne::quality::OwnScores own;
  own.odd.listed = {false, true, false, false};
  own.unfit.listed = {false, false, true, true};
  own.compared.rows.resize(90);
  own.compared.records = 90;
  own.compared.persons = 90;
  return own;
}

}  // namespace

TEST_CASE("a site is told its flags") {
  CHECK(outlier_sentences(some_scores(), {}) ==
        std::vector<std::string>{"Flagged as outliers: 2 of 4 subjects (see flagged.csv). About 1 "
                                 "% of good subjects are flagged by chance."});
}

TEST_CASE("it mentions raters' verdicts if the reference has some") {
  OutlierScores scores = some_scores();
  scores.excluded = 75;
  REQUIRE(outlier_sentences(scores, {}).size() == 2);
  CHECK(outlier_sentences(scores, {})[1] ==
        "Raters excluded 75 of the reference's subjects; the others set the threshold for flags. "
        "Of those flagged or also to check, 1 resembles scans that raters excluded.");
  scores.like_excluded[2] = true;
  CHECK(outlier_sentences(scores, {})[1].find("2 resemble") != std::string::npos);
}

TEST_CASE("it lists who else to check, and how reliable that is") {
  OutlierScores scores = some_scores();
  scores.also_check = {false, true, false, true};
  REQUIRE(outlier_sentences(scores, {}).size() == 2);
  const std::string told =
      "Also to check: 2 subjects that are not odd enough for a flag, but odd at this site.";
  CHECK(outlier_sentences(scores, {})[1] == told);
  CHECK(outlier_sentences(scores, {"tsnr", "fd_mean", "gcor", "efc", "aor"})[1] == told);
  CHECK(outlier_sentences(scores, {"cjv", "cnr", "efc", "fber", "wm2max"})[1] ==
        told + " Of such scans raters had excluded more than half.");
  scores.also_check[1] = false;
  CHECK(outlier_sentences(scores, {})[1].starts_with("Also to check: 1 subject that is not odd"));
}

TEST_CASE("it lists subjects with too many missing measures, apart from the odd ones") {
  OutlierScores scores = some_scores();
  scores.also_check = {false, true, false, true};
  scores.lacks = {0, 60, 0, 0};
  const auto sentences = outlier_sentences(scores, {});
  CHECK(sentences[1].starts_with("Also to check: 1 subject that is not odd"));
  CHECK(sentences[2] ==
        "1 subject lacks more than a fifth of the measures, and is on the list. With missing "
        "values filled in, a subject looks ordinary.");
  scores.lacks = {0, 60, 20, 40};
  CHECK(outlier_sentences(scores, {})[1].starts_with("3 subjects lack more than a fifth"));
}

TEST_CASE("without a reference it has its two lists, and the share listed by chance") {
  CHECK(own_list_sentences(own_lists(), some_scores()) ==
        std::vector<std::string>{
            "Of 4 subjects, 1 is listed as odd, far from this site's ordinary subjects, and 2 as "
            "unfit, with measures that do not go together (see flagged.csv). Of good subjects up "
            "to 2 % are listed by chance."});
}

TEST_CASE("who is on both lists is said, so that the numbers add up") {
  dsne::quality::OwnScores lists = own_lists();
  lists.odd.listed[2] = true;
  CHECK(own_list_sentences(lists, some_scores())[0].starts_with(
      "Of 4 subjects, 2 are listed as odd, far from this site's ordinary subjects, and 2 as unfit, "
      "with measures that do not go together; 1 is on both (see flagged.csv)."));
}

TEST_CASE("no share by chance is given if none is known") {
  dsne::quality::OwnScores lists = own_lists();
  lists.usual_low = dsne::RowVector::Zero(41);
  CHECK(own_list_sentences(lists, some_scores())[0].ends_with("(see flagged.csv)."));
  lists.usual_low = dsne::RowVector::Zero(40);
  CHECK(own_list_sentences(lists, some_scores())[0].ends_with("listed by chance."));
  lists.compared.rows.resize(29);
  CHECK(own_list_sentences(lists, some_scores())[0].ends_with("(see flagged.csv)."));
}

TEST_CASE("copies, repeated scans and too few subjects are reported") {
  dsne::quality::OwnScores lists = own_lists();
  lists.compared.copies = 40;
  lists.compared.persons = 3;
  lists.compared.rows.resize(3);
  OutlierScores scores = some_scores();
  scores.lacks = {0, 3, 0, 0};
  const auto sentences = own_list_sentences(lists, scores);
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
  CHECK(outside_sentence(outside, names, "the other sites'") ==
        "This site as a whole may differ: most of its scans lie outside the other sites' range "
        "in Smoothness (left-right) (+4.5), Signal-to-noise ratio (−4.0). The numbers say how far, "
        "in typical deviations. Check the unit or the scanner.");
  outside.resize(6, outside[0]);
  CHECK(outside_sentence(outside, names, "the reference's")->find(" and 1 other measure. The") !=
        std::string::npos);
  CHECK_FALSE(outside_sentence({}, {}, "the reference's"));
}

TEST_CASE("too little to flag by or to compare with is reported") {
  OutlierScores scores = some_scores();
  scores.expected_false_alarms = 0;
  CHECK(outlier_sentences(scores, {}) ==
        std::vector<std::string>{"The reference has too few points to flag subjects."});
}
