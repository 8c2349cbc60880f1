#include "report/words.h"

#include <doctest/doctest.h>

#include "text_search.h"

using dsne::quality::OutlierScores;
namespace words = dsne::report::words;
using words::Sentences;

namespace {

/// Four of 90 records, one of them odd and two inconsistent.
OutlierScores some_scores() {
  OutlierScores scores;
  dsne::quality::OwnScores& own = scores.lists;
  own.odd.listed = {false, true, false, false};
  own.inconsistent.listed = {false, false, true, true};
  own.compared.rows.resize(90);
  own.compared.records = 90;
  own.compared.persons = 90;
  return scores;
}

}  // namespace

TEST_CASE("who is on both lists is said, so that the numbers add up") {
  OutlierScores scores = some_scores();
  dsne::quality::OwnScores& lists = scores.lists;
  lists.odd.listed[2] = true;
  CHECK(words::lists(scores)[0].starts_with(
      "Of 4 subjects, 2 are listed as odd, far from this site's ordinary subjects, and 2 as "
      "inconsistent, "
      "with measures that do not go together; 1 is on both (see flagged.csv)."));
}

TEST_CASE("no share by chance is given if none is known") {
  OutlierScores scores = some_scores();
  dsne::quality::OwnScores& lists = scores.lists;
  CHECK(words::lists(scores)[0].ends_with(" Of good subjects up to 2 % are listed by chance."));
  lists.usual_low = dsne::RowVector::Zero(41);
  CHECK(words::lists(scores)[0].ends_with("(see flagged.csv)."));
  lists.usual_low = dsne::RowVector::Zero(40);
  CHECK(words::lists(scores)[0].ends_with("listed by chance."));
  lists.compared.rows.resize(29);
  CHECK(words::lists(scores)[0].ends_with("(see flagged.csv)."));
}

TEST_CASE("a site without a list of what raters elsewhere would exclude is told why") {
  const auto told = [](Eigen::Index sites, Eigen::Index excluded) {
    OutlierScores scores = some_scores();
    scores.lists.verdicts_elsewhere = {sites, excluded};
    return words::lists(scores);
  };
  CHECK(told(1, 90).at(1) ==
        "There is no list \"as raters elsewhere would exclude\": it needs 2 other sites whose "
        "summaries tell of excluded scans, and there is one.");
  CHECK(told(2, 19).at(1).ends_with(
      "it needs 20 excluded scans in the other sites' summaries, and these tell of 19."));
  CHECK(told(2, 20).at(1).ends_with("do not predict each other's."));
  CHECK(told(0, 0).size() == 1);
  CHECK(words::lists(some_scores()).size() == 1);
}

TEST_CASE("copies, repeated scans and too few subjects are reported") {
  OutlierScores scores = some_scores();
  dsne::quality::OwnScores& lists = scores.lists;
  lists.compared.copies = 40;
  lists.compared.persons = 3;
  lists.compared.rows.resize(3);
  scores.lacks = {0, 3, 0, 0};
  const auto sentences = words::lists(scores);
  REQUIRE(sentences.size() == 4);
  CHECK(sentences[0] ==
        "Nobody is listed as odd or inconsistent: a list needs 12 different subjects with enough "
        "measures, "
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
  CHECK(
      words::outside(outside, names) ==
      Sentences{
          "This site as a whole may differ: its median is outside every other site's groups in "
          "Smoothness (left-right) (+4.5), Signal-to-noise ratio (−4.0). The numbers say how far, "
          "in typical deviations. Check the unit or the scanner."});
  CHECK(words::outside(dsne::quality::OutsideMeasure{1, -580.1}, names) ==
        "Smoothness (left-right) (beyond −50)");
  outside.resize(6, outside[0]);
  CHECK(contains(words::outside(outside, names)[0], " and 1 other measure. The"));
  CHECK(words::outside(std::vector<dsne::quality::OutsideMeasure>(), names).empty());
}

TEST_CASE("a report mentions a lowered perplexity, and nothing else") {
  using dsne::report::FewPoints;
  CHECK(words::few_points(FewPoints{45, 14.69, 30}, "all sites' subjects") ==
        Sentences{"With 45 points, all sites' subjects, the perplexity is 14.6 in place of 30."});
  CHECK(words::few_points(std::nullopt, "").empty());
  CHECK(contains(words::few_points({{20, 6.33, 30}, {20, 6.34, 30}}, 3)[0],
                 "At 2 of 3 sites there are few points, with the reference's: the perplexity there "
                 "is 6.3 in place of 30."));
  CHECK(contains(words::few_points({{20, 6.33, 30}, {28, 9, 30}}, 3)[0], "is 6.3 to 9.0 in place"));
  CHECK(words::few_points(std::vector<FewPoints>(), 3).empty());
}

TEST_CASE("a site's report says over how many sites its sums were") {
  const auto told = [](Eigen::Index sites, const std::string& roster) {
    dsne::report::SiteFacts site;
    site.run.masks_sums = true;
    site.sums = {sites, roster};
    return words::sums(site).at(0);
  };
  CHECK(contains(told(1, ""), "this site's own"));
  CHECK_FALSE(contains(told(1, "aaaa"), "keys"));
  CHECK_FALSE(contains(told(2, ""), "no single site's part"));
  CHECK(contains(told(5, "aaaa bbbb"), "roster, fingerprint aaaa bbbb"));
  dsne::report::SiteFacts unmasked;
  CHECK(words::sums(unmasked).empty());
  unmasked.sums.roster = "aaaa";
  CHECK(words::sums(unmasked)[0].starts_with("Every site was on this site's roster"));
}

TEST_CASE("missing values that were replaced are mentioned, and measures without any") {
  dsne::report::SiteMapFacts site;
  site.missing_values = 4;
  CHECK(words::missing_values(site).empty());
  site.run.treatment.fills = true;
  site.unknown = {"cnr"};
  CHECK(words::missing_values(site) ==
        Sentences{"4 values of this site's subjects are missing and were replaced by the "
                  "reference's median. No subject has a value of cnr, so nothing is known about it "
                  "at this site."});
  site.missing_values = 0;
  CHECK(words::missing_values(site).empty());
}

TEST_CASE("a site with few subjects is told that it was not harmonized") {
  dsne::report::RunFacts run;
  CHECK(words::harmonization(run, 4).empty());
  run.treatment.harmonizes = true;
  CHECK(contains(words::harmonization(run)[0], "(harmonization site)"));
  CHECK(contains(words::harmonization(run, 4)[0], "too few"));
  CHECK(words::harmonization(run, 5) == words::harmonization(run));
}
