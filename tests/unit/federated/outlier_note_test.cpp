#include "federated/notes/outlier_note.h"

#include <doctest/doctest.h>

using dsne::federated::outlier_sentences;
using dsne::quality::OutlierScores;

namespace {

OutlierScores some_scores() {
  OutlierScores scores;
  scores.flagged = {true, false, true, false};
  scores.also_check = {false, false, false, false};
  scores.like_excluded = {true, false, false, false};
  scores.expected_false_alarms = 0.01;
  return scores;
}

}  // namespace

TEST_CASE("a site is told its flags and its shift, and no verdict on the shift") {
  CHECK(
      outlier_sentences(some_scores(), 0.6) ==
      std::vector<std::string>{"Flagged as outliers: 2 of 4 subjects (see flagged.csv). About 1 "
                               "% of good subjects are flagged by chance.",
                               "This site's shift from the reference is 0.60, where 0 is none "
                               "and 1 is the most. A different scanner alone can raise it to 0.96, "
                               "so it does not show that something is wrong."});
}

TEST_CASE("it is told what came of raters' verdicts where the reference has some") {
  OutlierScores scores = some_scores();
  scores.excluded = 75;
  REQUIRE(outlier_sentences(scores, 0.6).size() == 3);
  CHECK(outlier_sentences(scores, 0.6)[1] ==
        "Raters excluded 75 of the reference's subjects; the others set the threshold for flags. "
        "Of those flagged or also to check, 1 resembles scans that raters excluded.");
  scores.like_excluded[2] = true;
  CHECK(outlier_sentences(scores, 0.6)[1].find("2 resemble") != std::string::npos);
}

TEST_CASE("it is told who else to check, and what that is worth") {
  OutlierScores scores = some_scores();
  scores.also_check = {false, true, false, true};
  REQUIRE(outlier_sentences(scores, 0.6).size() == 3);
  CHECK(
      outlier_sentences(scores, 0.6)[1] ==
      "Also to check: 2 subjects that are not odd enough for a flag, but odd at this site. Of such "
      "brain scans, by MRIQC's measures, raters had excluded more than half.");
  scores.also_check[1] = false;
  CHECK(outlier_sentences(scores, 0.6)[1].starts_with("Also to check: 1 subject that is not odd"));
  scores.flagged = {false, false, false, false};
  CHECK(dsne::federated::outlier_sentences_of_learned(scores, {}, {})[1].starts_with("Also to"));
}

TEST_CASE("it is told who lacks too many measures, and that these are not the odd ones") {
  OutlierScores scores = some_scores();
  scores.also_check = {false, true, false, true};
  scores.lacks = {0, 60, 0, 0};
  const auto sentences = outlier_sentences(scores, 0.6);
  CHECK(sentences[1].starts_with("Also to check: 1 subject that is not odd"));
  CHECK(sentences[2] ==
        "1 subject lacks more than a fifth of the measures, and is on the list. With ordinary "
        "values in the gaps anybody looks ordinary.");
  scores.lacks = {0, 60, 20, 40};
  CHECK(outlier_sentences(scores, 0.6)[1].starts_with("3 subjects lack more than a fifth"));
}

TEST_CASE("without a reference, a site of which many are flagged is told that it may be apart") {
  OutlierScores scores = some_scores();
  CHECK(dsne::federated::outlier_sentences_of_learned(scores, {}, {})[1].starts_with(
      "That is 2 of 4: this site as a whole may differ"));
  scores.flagged.resize(10);
  CHECK(dsne::federated::outlier_sentences_of_learned(scores, {}, {})[1].starts_with(
      "This site differs most"));
}

TEST_CASE("where there is too little to flag by or to compare, that is said") {
  OutlierScores scores = some_scores();
  scores.expected_false_alarms = 0;
  CHECK(outlier_sentences(scores, 0) ==
        std::vector<std::string>{"The reference has too few points to flag subjects.",
                                 "There are too few subjects or reference points to say how far "
                                 "this site as a whole lies from the reference."});
}
