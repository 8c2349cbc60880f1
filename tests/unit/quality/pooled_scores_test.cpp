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
