#include "quality/outlier_scores.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "data/stacked.h"
#include "tsne/initialization.h"
#include "unit/data/helpers.h"

using doctest::Approx;
using dsne::Matrix;
using namespace dsne::quality;
using dsne::tsne::random_coordinates;

namespace {

/// Subjects with a size and two measures that follow it, and one by itself; all positive.
Matrix people(Eigen::Index count, std::uint64_t seed) {
  Matrix measures = random_coordinates(count, 4, 0.1, seed);
  measures.col(1) = measures.col(0) + 0.05 * measures.col(1);
  measures.col(2) = measures.col(0) - 0.05 * measures.col(2);
  return measures.array().exp() * 100;
}

OutlierScores outlier_scores(const Matrix& own, const Matrix& reference) {
  return dsne::quality::outlier_scores(own, JudgedReference{reference});
}

dsne::Vector as_numbers(const std::vector<bool>& truths) {
  dsne::Vector numbers(std::ssize(truths));
  std::copy(truths.begin(), truths.end(), numbers.begin());
  return numbers;
}

std::ptrdiff_t count(const std::vector<bool>& truths) {
  return std::count(truths.begin(), truths.end(), true);
}

std::ptrdiff_t flag_count(const OutlierScores& scores) { return count(scores.flagged); }

void check_form(const OutlierScores& scores, Eigen::Index subjects) {
  REQUIRE(scores.scores.size() == subjects);
  REQUIRE(std::ssize(scores.flagged) == subjects);
  REQUIRE(std::ssize(scores.reasons) == subjects);
  REQUIRE(std::ssize(scores.like_excluded) == subjects);
  REQUIRE(std::ssize(scores.also_check) == subjects);
  REQUIRE(scores.ratings.size() == subjects);
  CHECK(scores.scores.allFinite());
  CHECK(scores.scores.minCoeff() >= 0);
  CHECK(scores.scores.maxCoeff() <= 1);
  for (std::size_t i = 0; i < scores.reasons.size(); ++i) {
    CHECK_FALSE((scores.flagged[i] && scores.also_check[i]));
    CHECK((scores.flagged[i] || scores.also_check[i]) == !scores.reasons[i].empty());
    if (scores.also_check[i]) CHECK(scores.scores(static_cast<Eigen::Index>(i)) > 0.5);
    CHECK(scores.reasons[i].size() <= 5);
    std::set<Eigen::Index> named;
    for (const auto& reason : scores.reasons[i]) named.insert(reason.feature);
    CHECK(named.size() == scores.reasons[i].size());
    for (const auto& reason : scores.reasons[i]) {
      CHECK(std::isfinite(reason.deviation));
      CHECK(std::isfinite(reason.departure));
    }
  }
}

}  // namespace

TEST_CASE("the scores and the shift are those of scikit-learn and scipy") {
  const Matrix reference = peer_values("outliers/reference.npy");
  const Matrix own = peer_values("outliers/own.npy");
  const Rated ratings = outlier_ratings(own, {reference});
  CHECK(difference(ratings.own, peer_values("outliers/ratings.npy").col(0)) < 1e-9);
  const OutlierScores scores = outlier_scores(own, reference);
  CHECK(difference(scores.scores, peer_values("outliers/scores.npy").col(0)) < 1e-12);
  CHECK(difference(as_numbers(scores.also_check), peer_values("outliers/also_check.npy").col(0)) ==
        0);
  CHECK(scores.expected_false_alarms == Approx(1.0 / 91));
  CHECK(scores.flagged[3]);
  CHECK(scores.reasons[3].front().feature == 2);
  CHECK(site_shift(own, reference) == Approx(peer_values("outliers/energy.npy")(0)).epsilon(1e-9));
}

TEST_CASE("with raters' verdicts on the reference the scores are scikit-learn's, too") {
  const JudgedReference reference = {peer_values("outliers/reference.npy"),
                                     peer_values("outliers/excluded.npy")};
  const Matrix own = peer_values("outliers/own.npy");
  CHECK(difference(outlier_ratings(own, reference).own,
                   peer_values("outliers/judged_ratings.npy").col(0)) < 1e-9);
  const OutlierScores scores = outlier_scores(own, reference);
  CHECK(difference(scores.scores, peer_values("outliers/judged_scores.npy").col(0)) < 1e-12);
  CHECK(difference(as_numbers(scores.also_check),
                   peer_values("outliers/judged_also_check.npy").col(0)) == 0);
  CHECK(scores.excluded == 24);
}

TEST_CASE("bad scans in a reference with verdicts hide no bad scan, and similar ones are named") {
  const Matrix good = people(200, 4);
  Matrix bad = people(40, 5);
  bad.col(3) *= 5;
  Matrix own = people(25, 3);
  own(8, 3) = 500;
  own(21, 0) *= 1000;
  const Matrix all = dsne::data::stacked({good, bad});
  std::vector<std::string> labels(200, "accept");
  labels.resize(240, "Exclude");
  CHECK_FALSE(outlier_scores(own, all).flagged[8]);
  CHECK(outlier_scores(own, all).excluded == 0);

  const JudgedReference reference = judged(all, labels);
  CHECK(reference.accepted == good);
  CHECK(reference.excluded == bad);
  const OutlierScores scores = outlier_scores(own, reference);
  check_form(scores, 25);
  CHECK(scores.flagged[8]);
  CHECK(scores.like_excluded[8]);
  CHECK(scores.flagged[21]);
  CHECK_FALSE(scores.like_excluded[21]);
  CHECK(flag_count(scores) <= 4);
}

TEST_CASE("a reference's labels are verdicts only in the right words, and if enough are left") {
  const Matrix values = people(30, 1);
  CHECK(judged(values, {}).accepted == values);
  CHECK(judged(values, {}).excluded.rows() == 0);
  CHECK(judged(values, {}).excluded.cols() == 4);
  std::vector<std::string> labels(30, "patient");
  CHECK(judged(values, labels).accepted == values);
  std::fill(labels.begin(), labels.begin() + 10, "excluded");
  CHECK(judged(values, labels).accepted == values.bottomRows(20));
  labels[29] = "exclude";
  CHECK(judged(values, labels).accepted == values);
}

TEST_CASE("fewer than ten excluded points are left out and not compared with") {
  const Matrix good = people(150, 4);
  const Matrix bad = 2 * people(9, 5);
  const Matrix own = people(50, 3);
  const OutlierScores without = outlier_scores(own, good);
  const OutlierScores with = outlier_scores(own, JudgedReference{good, bad});
  CHECK(with.scores == without.scores);
  CHECK(with.excluded == 9);
  CHECK(count(with.like_excluded) == 0);
}

TEST_CASE("bad scans of one kind do not hide each other") {
  Matrix own = people(100, 3);
  const std::vector<Eigen::Index> bad = {2, 11, 23, 37, 41, 58, 66, 72, 85, 97};
  for (const Eigen::Index i : bad) own(i, 3) *= 6;
  const OutlierScores scores = outlier_scores(own, people(200, 4));
  for (const Eigen::Index i : bad) CHECK(scores.flagged[static_cast<std::size_t>(i)]);
  CHECK(flag_count(scores) <= 13);
}

TEST_CASE("a subject odd at its own site is flagged even if the reference is wide") {
  Matrix reference = people(200, 4);
  for (Eigen::Index i = 0; i < 200; ++i) {
    reference(i, 0) *= i % 4 == 0 ? 3 : 1;
    reference(i, 3) *= i % 5 == 0 ? 4 : 1;
  }
  Matrix own = people(60, 3);
  own(8, 3) *= 6;
  CHECK(outlier_scores(own, reference).scores(8) > 0.98);
  // Few subjects do not tell what is odd among them.
  CHECK(outlier_scores(own.topRows(29), reference).scores(8) < 0.98);
}

TEST_CASE("a subject odd at its own site but not flagged is to check, with reasons") {
  // The reference has odd ones, one in twenty of them: none of a site's can be odder than 99 %.
  Matrix reference = people(200, 4);
  for (Eigen::Index i = 0; i < 200; i += 20) reference(i, 3) *= 2.2;
  Matrix own = people(60, 3);
  own.row(8) << 100, 100, 100, 160;
  const OutlierScores scores = outlier_scores(own, reference);
  check_form(scores, 60);
  CHECK_FALSE(scores.flagged[8]);
  REQUIRE(scores.also_check[8]);
  CHECK(scores.reasons[8].front().feature == 3);
  CHECK(count(scores.also_check) < 12);
  // Eleven subjects do not tell what is ordinary at their site.
  CHECK(count(outlier_scores(own.topRows(11), reference).also_check) == 0);
  // A site that lies apart as a whole has nobody to check for that.
  Matrix apart = people(60, 5);
  apart.col(3) *= 3;
  CHECK(count(outlier_scores(apart, reference).also_check) < 12);
  // Nor has anyone where the reference is too small for flags.
  CHECK(count(outlier_scores(own, people(18, 4)).also_check) == 0);
}

TEST_CASE("a subject with more than a fifth of the measures missing is to check, unless flagged") {
  OutlierScores scores;
  scores.flagged = {false, true, false, false};
  scores.also_check = {false, false, false, false};
  list_lacking({14, 60, 13, 0}, 68, scores);
  CHECK(scores.also_check == std::vector<bool>{true, false, false, false});
  CHECK(scores.lacks == std::vector<Eigen::Index>{14, 60, 0, 0});
}

TEST_CASE("a subject more like excluded ones than its site's others is to check") {
  // Scans that raters excluded differ in one measure; the site lies apart in another.
  const Matrix good = people(200, 4);
  Matrix bad = people(40, 5);
  bad.col(3) *= 2;
  Matrix own = people(60, 3);
  own.col(0) *= 1.4;
  own(8, 3) *= 1.5;
  const OutlierScores scores = outlier_scores(own, JudgedReference{good, bad});
  check_form(scores, 60);
  REQUIRE((scores.flagged[8] || scores.also_check[8]));
  CHECK(scores.like_excluded[8]);
}

TEST_CASE("listed are the flagged and then those to check, each the oddest first") {
  OutlierScores scores;
  scores.scores = dsne::Vector{{1, 0.95, 1, 0.5, 0.97}};
  scores.ratings = dsne::Vector{{2, 7, 3, 9, 1}};
  scores.flagged = {true, false, true, false, false};
  scores.also_check = {false, true, false, false, true};
  CHECK(listed(scores) == std::vector<std::size_t>{2, 0, 4, 1});
  CHECK(are_listed(scores) == std::vector<bool>{true, true, true, false, true});
}

TEST_CASE("extreme measures come before those that are ordinary but do not fit the others") {
  Matrix own = people(50, 3);
  own.row(7) << 115, 115, 80, 10;
  own.row(9) << 115, 115, 90, 100;
  const OutlierScores scores = outlier_scores(own, people(200, 4));
  REQUIRE(scores.flagged[7]);
  REQUIRE(scores.reasons[7].size() >= 2);
  const auto& first = scores.reasons[7][0];
  CHECK(first.feature == 3);
  CHECK(first.extreme);
  CHECK(first.value == 10);
  CHECK((first.low > 70 && first.low < 90));
  CHECK((first.high > 110 && first.high < 140));
  CHECK_FALSE(scores.reasons[7][1].extreme);
  CHECK(scores.reasons[7][1].feature == 2);
  REQUIRE(scores.flagged[9]);
  CHECK(scores.reasons[9].front().feature == 2);
  CHECK(std::abs(scores.reasons[9].front().deviation) < 3);
  CHECK(scores.reasons[9].front().departure < -3);
}

TEST_CASE("a measure shifted at the whole site is not a subject's peculiarity") {
  Matrix own = people(50, 3);
  own.col(1) *= 5;
  own(7, 3) = 10;
  const OutlierScores scores = outlier_scores(own, people(200, 4));
  REQUIRE(scores.flagged[7]);
  CHECK(scores.reasons[7][0].feature == 3);
  for (std::size_t i = 1; i < scores.reasons[7].size(); ++i) {
    CHECK_FALSE(scores.reasons[7][i].extreme);
  }
  // Where there are too few to tell what is usual at the site, the reference alone counts.
  const OutlierScores few = outlier_scores(own.middleRows(5, 4), people(200, 4));
  REQUIRE(few.flagged[2]);
  REQUIRE(few.reasons[2].size() >= 2);
  CHECK(few.reasons[2][1].feature == 1);
  CHECK(few.reasons[2][1].extreme);
}

TEST_CASE("good subjects' scores are distributed like the reference's, and few are flagged") {
  const Matrix reference = people(300, 1);
  const OutlierScores scores = outlier_scores(people(400, 2), reference);
  check_form(scores, 400);
  CHECK(scores.expected_false_alarms == Approx(3.0 / 301));
  CHECK(scores.scores.mean() == Approx(0.5).epsilon(0.1));
  CHECK(flag_count(scores) <= 8);
}

TEST_CASE("a wrong unit and swapped columns are flagged, and the measures named") {
  Matrix own = people(50, 3);
  own(4, 3) *= 1000;
  own(9, 1) /= 10;
  std::swap(own(20, 0), own(20, 3));
  own.row(20).tail(1) *= 1.5;
  const OutlierScores scores = outlier_scores(own, people(200, 4));
  check_form(scores, 50);
  for (const std::size_t odd : {4U, 9U, 20U}) CHECK(scores.flagged[odd]);
  const auto& thousandfold = scores.reasons[4].at(0);
  CHECK(thousandfold.feature == 3);
  CHECK(thousandfold.deviation > 50);
  CHECK(thousandfold.departure > 3);
  const auto& tenth = scores.reasons[9].at(0);
  CHECK(tenth.feature == 1);
  CHECK(tenth.deviation < -3);
  CHECK(tenth.departure < -3);
}

TEST_CASE("a site that lies apart is not flagged subject by subject") {
  Matrix own = people(60, 5);
  own.col(3) /= 10;
  const Matrix reference = people(200, 6);
  CHECK(site_shift(own, reference) > 0.6);
  CHECK(flag_count(outlier_scores(own, reference)) < 15);
  CHECK(std::abs(site_shift(people(60, 5), reference)) < 0.05);
}

TEST_CASE("a small reference flags less, and says so") {
  Matrix own = people(10, 7);
  own(0, 0) *= 1000;
  const auto flagged = [&](Eigen::Index points) { return outlier_scores(own, people(points, 8)); };
  CHECK(flag_count(flagged(18)) == 0);
  CHECK(flagged(18).expected_false_alarms == 0);
  CHECK(flagged(18).scores(0) == 1);
  CHECK(flagged(19).flagged[0]);
  CHECK(flagged(19).expected_false_alarms == Approx(0.05));
  CHECK(flagged(98).expected_false_alarms == Approx(1.0 / 99));
  CHECK(flagged(99).expected_false_alarms == Approx(0.01));
  CHECK(flagged(198).expected_false_alarms == Approx(1.0 / 199));
  CHECK(flagged(199).expected_false_alarms == Approx(0.01));
}

TEST_CASE("one subject, one or two reference points, one measure, duplicates: no failure") {
  const std::vector<std::pair<Matrix, Matrix>> cases = {
      {people(1, 1), people(1, 2)},
      {people(1, 1), people(2, 2)},
      {people(1, 1), people(200, 2)},
      {people(40, 1), people(2, 2)},
      {people(40, 1).leftCols(1), people(30, 2).leftCols(1)},
      {Matrix::Ones(5, 3), Matrix::Ones(40, 3)},
      {Matrix::Constant(5, 3, 1e100), Matrix::Constant(40, 3, -1e100)},
      {people(1, 1).replicate(30, 1), people(1, 1).replicate(30, 1)},
      {people(40, 1), people(40, 1)}};
  for (const auto& both : cases) {
    const Matrix& own = both.first;
    const Matrix& reference = both.second;
    CAPTURE(own.rows());
    CAPTURE(reference.rows());
    check_form(outlier_scores(own, reference), own.rows());
    CHECK(std::isfinite(site_shift(own, reference)));
  }
  const Matrix same = Matrix::Ones(30, 3);
  CHECK(flag_count(outlier_scores(same, same)) == 0);
  CHECK(outlier_scores(same, same).scores.isZero());
  CHECK(site_shift(same, same) == 0);
  // The reference's own points are no odder than the reference.
  CHECK(flag_count(outlier_scores(people(40, 1), people(40, 1))) == 0);
}

TEST_CASE("too few points give no shift of the site") {
  const Matrix far = 100 * people(10, 1);
  CHECK(site_shift(far, people(20, 2)) > 0.8);
  CHECK(site_shift(far.topRows(4), people(20, 2)) == 0);
  CHECK(site_shift(far, people(19, 2)) == 0);
}

TEST_CASE("a subject that differs where the whole reference is the same is odd") {
  Matrix reference = people(100, 1);
  reference.col(3).setConstant(5);
  Matrix own = people(10, 2);
  own.col(3).setConstant(5);
  own(6, 3) = 6;
  const OutlierScores scores = outlier_scores(own, reference);
  REQUIRE(scores.flagged[6]);
  CHECK(scores.reasons[6].front().feature == 3);
  CHECK(scores.reasons[6].front().deviation == 1000);
  CHECK(flag_count(scores) == 1);
}

TEST_CASE("no measure is named twice, also where the reference is the same in many") {
  Matrix own = Matrix::Constant(40, 4, 5);
  own.row(6) << 6, 7, 8, 9;
  own.row(9).setConstant(7);
  own.row(12).setConstant(3);
  const OutlierScores scores = outlier_scores(own, Matrix::Constant(100, 4, 5));
  check_form(scores, 40);
  CHECK(scores.flagged[6]);
}

TEST_CASE("the scores do not depend on the number of threads") {
  const Matrix own = people(80, 1);
  const Matrix reference = people(120, 2);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const OutlierScores one = outlier_scores(own, reference);
  const double size = site_shift(own, reference);
  omp_set_num_threads(3);
  CHECK(outlier_scores(own, reference).scores == one.scores);
  CHECK(site_shift(own, reference) == size);
  omp_set_num_threads(before);
}

TEST_CASE("with very many points every subject gets a score, sampled ones too") {
  Matrix own = people(1300, 1);
  own(1, 2) *= 3;     // not among the evenly spaced
  own(1299, 2) *= 3;  // nor this one
  own(0, 2) *= 3;     // the first always is
  const OutlierScores scores = outlier_scores(own, people(1100, 2));
  check_form(scores, 1300);
  CHECK(scores.expected_false_alarms == Approx(10.0 / 1001));
  for (const std::size_t odd : {0U, 1U, 1299U}) CHECK(scores.flagged[odd]);
  CHECK(scores.scores.mean() == Approx(0.5).epsilon(0.1));
  CHECK(flag_count(scores) < 26);
}
