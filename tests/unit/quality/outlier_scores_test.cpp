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
using dsne::quality::outlier_scores;
using dsne::quality::OutlierScores;
using dsne::quality::site_shift;
using dsne::tsne::random_coordinates;

namespace {

/// Subjects with a size and two measures that follow it, and one by itself; all positive.
Matrix people(Eigen::Index count, std::uint64_t seed) {
  Matrix measures = random_coordinates(count, 4, 0.1, seed);
  measures.col(1) = measures.col(0) + 0.05 * measures.col(1);
  measures.col(2) = measures.col(0) - 0.05 * measures.col(2);
  return measures.array().exp() * 100;
}

std::ptrdiff_t flag_count(const OutlierScores& scores) {
  return std::count(scores.flagged.begin(), scores.flagged.end(), true);
}

void check_form(const OutlierScores& scores, Eigen::Index subjects) {
  REQUIRE(scores.scores.size() == subjects);
  REQUIRE(std::ssize(scores.flagged) == subjects);
  REQUIRE(std::ssize(scores.reasons) == subjects);
  CHECK(scores.scores.allFinite());
  CHECK(scores.scores.minCoeff() >= 0);
  CHECK(scores.scores.maxCoeff() <= 1);
  for (std::size_t i = 0; i < scores.reasons.size(); ++i) {
    CHECK(scores.flagged[i] == !scores.reasons[i].empty());
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
  const Matrix reference = peer_values("outliers/reference.txt");
  const Matrix own = peer_values("outliers/own.txt");
  const OutlierScores scores = outlier_scores(own, reference);
  CHECK(difference(scores.scores, peer_values("outliers/scores.txt").col(0)) < 1e-12);
  CHECK(scores.expected_false_alarms == Approx(1.0 / 31));
  CHECK(flag_count(scores) == 2);
  CHECK(scores.flagged[3]);
  CHECK(scores.flagged[7]);
  CHECK(scores.reasons[3].front().feature == 2);
  CHECK(site_shift(own, reference).size ==
        Approx(peer_values("outliers/energy.txt")(0)).epsilon(1e-9));
}

TEST_CASE("good subjects' scores are spread as the reference's, and few are flagged") {
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
  REQUIRE_FALSE(scores.reasons[4].empty());
  CHECK(scores.reasons[4].front().feature == 3);
  CHECK(scores.reasons[4].front().deviation == 1000);
  CHECK(scores.reasons[4].front().departure > 3);
  REQUIRE_FALSE(scores.reasons[9].empty());
  CHECK(scores.reasons[9].front().feature == 1);
  CHECK(scores.reasons[9].front().deviation < -3);
  CHECK(scores.reasons[9].front().departure < -3);
}

TEST_CASE("a value that is ordinary by itself but does not fit the others is named") {
  Matrix own = people(50, 3);
  own.row(7) << 115, 115, 90, 100;
  const OutlierScores scores = outlier_scores(own, people(200, 4));
  REQUIRE(scores.flagged[7]);
  CHECK(scores.reasons[7].front().feature == 2);
  CHECK(std::abs(scores.reasons[7].front().deviation) < 3);
  CHECK(scores.reasons[7].front().departure < -3);
}

TEST_CASE("a site that lies apart is not flagged subject by subject") {
  Matrix own = people(60, 5);
  own.col(3) /= 10;
  const Matrix reference = people(200, 6);
  CHECK(site_shift(own, reference).apart);
  CHECK(site_shift(own, reference).size > 0.7);
  CHECK(flag_count(outlier_scores(own, reference)) < 15);
  CHECK_FALSE(site_shift(people(60, 5), reference).apart);
  CHECK(std::abs(site_shift(people(60, 5), reference).size) < 0.05);
}

TEST_CASE("a deviation is in robust units of the reference, whatever its spread") {
  const auto units = [](double value, const Matrix& reference) {
    const OutlierScores scores = outlier_scores(Matrix{{value}}, reference);
    check_form(scores, 1);
    REQUIRE(scores.flagged[0]);
    REQUIRE(scores.reasons[0].size() == 1);
    return scores.reasons[0][0].deviation;
  };
  const Matrix even = dsne::Vector::LinSpaced(25, 0, 24);
  CHECK(units(112, even) == Approx(100 / (1.4826 * 6)));
  CHECK(units(1e6, even) == 1000);
  // The MAD is 0, the mean absolute deviation 5/25.
  Matrix lone = Matrix::Zero(25, 1);
  lone(0, 0) = -5;
  CHECK(units(50, lone) == Approx(50 / (1.2533 * 0.2)));
  // There is no spread at all.
  CHECK(units(3, Matrix::Zero(25, 1)) == 1000);
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
    CHECK(std::isfinite(site_shift(own, reference).size));
  }
  const Matrix same = Matrix::Ones(30, 3);
  CHECK(flag_count(outlier_scores(same, same)) == 0);
  CHECK(outlier_scores(same, same).scores.isZero());
  CHECK(site_shift(same, same).size == 0);
  // The reference's own points are no odder than the reference.
  CHECK(flag_count(outlier_scores(people(40, 1), people(40, 1))) == 0);
}

TEST_CASE("too few points say nothing of the site") {
  const Matrix far = 100 * people(10, 1);
  CHECK(site_shift(far, people(20, 2)).apart);
  CHECK(site_shift(far.topRows(4), people(20, 2)).size == 0);
  CHECK(site_shift(far, people(19, 2)).size == 0);
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
  Matrix reference = people(100, 1);
  Matrix own = people(40, 2);
  for (const Eigen::Index f : {0, 1, 2, 3}) {
    reference.col(f).setConstant(5);
    own.col(f).setConstant(5);
    own(6, f) = 6 + static_cast<double>(f);
    own(9, f) = 7;
    own(12, f) = 3;
  }
  const OutlierScores scores = outlier_scores(own, reference);
  check_form(scores, 40);
  CHECK(scores.flagged[6]);
}

TEST_CASE("the scores do not depend on the number of threads") {
  const Matrix own = people(80, 1);
  const Matrix reference = people(120, 2);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const OutlierScores one = outlier_scores(own, reference);
  const double size = site_shift(own, reference).size;
  omp_set_num_threads(3);
  CHECK(outlier_scores(own, reference).scores == one.scores);
  CHECK(site_shift(own, reference).size == size);
  omp_set_num_threads(before);
}

TEST_CASE(
    "of very many points every subject gets a score, the sampled ones no other than the rest") {
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
