#include "quality/pooled_scores.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tsne/initialization.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using dsne::quality::MeasureScale;
using dsne::quality::OddnessScale;
using Eigen::Index;

namespace {

MeasureScale unit_scale(Index measures) {
  return {{}, RowVector::Zero(measures), RowVector::Ones(measures)};
}

/// The mean distance to the ten nearest of these rows but the one itself.
double mean_of_ten(const Matrix& points, Index subject, const std::vector<Index>& among) {
  std::vector<double> distances;
  for (const Index other : among) {
    if (other != subject) distances.push_back((points.row(other) - points.row(subject)).norm());
  }
  std::sort(distances.begin(), distances.end());
  distances.resize(std::min<std::size_t>(distances.size(), 10));
  double sum = 0;
  for (const double distance : distances) sum += distance;
  return sum / static_cast<double>(distances.size());
}

}  // namespace

TEST_CASE("measures are scaled, logarithms taken, gaps put at the centre") {
  MeasureScale scale{{1}, RowVector(4), RowVector(4)};
  scale.centre << 10, std::log(100.0), 5, 0;
  scale.deviation << 2, std::log(10.0), 0, 1;
  Matrix values(2, 4);
  values << 14, 1000, 7, 1e6,  //
      std::numeric_limits<double>::quiet_NaN(), 0, 5, -1e6;
  const Matrix units = standardized(scale, values);
  CHECK(units(0, 0) == 2);
  CHECK(units(0, 1) == Approx(1));
  CHECK(units(0, 2) == 0);
  CHECK(units(0, 3) == 10);
  CHECK(units(1, 0) == 0);
  CHECK(units(1, 1) == -10);
  CHECK(units(1, 3) == -10);
}

TEST_CASE("a subject's oddness is its mean distance to the ten nearest others of its site") {
  for (const Index subjects : {2, 7, 60, 1500}) {
    CAPTURE(subjects);
    const Matrix points = dsne::tsne::random_coordinates(subjects, 3, 1, 5);
    std::vector<Index> among;
    for (Index i = 0; i < std::min<Index>(subjects, 1000); ++i) {
      among.push_back(i * subjects / std::min<Index>(subjects, 1000));
    }
    const Vector odd = dsne::quality::log_oddness(points);
    for (const Index i : {Index{0}, Index{1}, subjects / 2, subjects - 1}) {
      CHECK(std::exp(odd(i)) == Approx(mean_of_ten(points, i, among)));
    }
  }
  CHECK(dsne::quality::log_oddness(Matrix::Ones(1, 3)).size() == 0);
  CHECK(dsne::quality::log_oddness(Matrix::Ones(5, 3)).allFinite());
}

TEST_CASE("what is ordinary is told by the middle and the lower half") {
  Vector odd = dsne::tsne::random_coordinates(20000, 1, 0.5, 3).array() + 2;
  const auto scale = dsne::quality::oddness_scale(odd);
  REQUIRE(scale);
  CHECK(scale->centre == Approx(2).epsilon(0.01));
  CHECK(scale->deviation == Approx(0.5).epsilon(0.03));
  std::sort(odd.begin(), odd.end());
  odd.tail(4000).setConstant(1e6);
  CHECK(dsne::quality::oddness_scale(odd)->centre == Approx(scale->centre));
  CHECK(dsne::quality::oddness_scale(odd)->deviation == Approx(scale->deviation));
  CHECK_FALSE(dsne::quality::oddness_scale(odd.head(11)));
  CHECK_FALSE(dsne::quality::oddness_scale(Vector()));
}

TEST_CASE("of ordinary subjects few are flagged, and who is odd is flagged with its measures") {
  constexpr Index ordinary = 400;
  Matrix own = dsne::tsne::random_coordinates(ordinary + 1, 6, 1, 7);
  own(ordinary, 4) = -30;
  own(ordinary, 2) = 5;
  const MeasureScale scale = unit_scale(6);
  const OddnessScale usual =
      *dsne::quality::oddness_scale(dsne::quality::log_oddness(standardized(scale, own)));
  const auto scores = pooled_scores(own, standardized(scale, own), scale, usual);
  CHECK(scores.expected_false_alarms == Approx(0.01));
  CHECK(std::count(scores.flagged.begin(), scores.flagged.end(), true) <= 1 + ordinary / 25);
  REQUIRE(scores.flagged[ordinary]);
  CHECK(scores.scores.maxCoeff() == scores.scores(ordinary));
  const auto& reasons = scores.reasons[ordinary];
  REQUIRE(reasons.size() == 2);
  CHECK(reasons[0].feature == 4);
  CHECK(reasons[0].deviation == -10);
  CHECK(reasons[1].feature == 2);
  // Where all sites' subjects lie twice as far apart it is no longer flagged, but odd at its site.
  const OddnessScale wide{usual.centre, 2 * usual.deviation};
  own(ordinary, 4) = 4.2;
  own(ordinary, 2) = 0;
  const auto to_check = pooled_scores(own, standardized(scale, own), scale, wide);
  CHECK_FALSE(to_check.flagged[ordinary]);
  CHECK(to_check.scores(ordinary) >= 0.9);
  CHECK(to_check.also_check[ordinary]);
  CHECK(to_check.reasons[ordinary].front().feature == 4);
  // The same distances are ordinary where everybody's are as large.
  const auto among_odd =
      pooled_scores(own, standardized(scale, own), scale, {usual.centre + 10, usual.deviation});
  CHECK(std::count(among_odd.flagged.begin(), among_odd.flagged.end(), true) == 0);
}

TEST_CASE("nobody is flagged where there is nothing to compare with") {
  const MeasureScale scale = unit_scale(2);
  const Matrix own = Matrix::Constant(3, 2, 7);
  const Matrix units = standardized(scale, own);
  CHECK(pooled_scores(own.topRows(1), units.topRows(1), scale, {0, 1}).flagged ==
        std::vector<bool>{false});
  const auto scores = pooled_scores(own, units, scale, {0, 0});
  CHECK(scores.expected_false_alarms == 0);
  CHECK(scores.flagged == std::vector<bool>{false, false, false});
}

TEST_CASE("where a site as a whole lies furthest from the others") {
  Matrix own = dsne::tsne::random_coordinates(50, 5, 1, 9);
  own.col(3).array() -= 4;
  own.col(1).array() += 2;
  const auto extremes = site_extremes(standardized(unit_scale(5), own), unit_scale(5));
  REQUIRE(extremes.size() == 3);
  CHECK(extremes[0].feature == 3);
  CHECK(extremes[0].deviation == Approx(-4).epsilon(0.2));
  CHECK(extremes[1].feature == 1);
}
