#include "federated/reference/robust_sums.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tsne/initialization.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::RowVector;
using dsne::federated::middle_half;
using dsne::federated::weighted_mean;

namespace {
constexpr double missing = std::numeric_limits<double>::quiet_NaN();
}

TEST_CASE("the middle half of a site's values, of those that are there") {
  Matrix values(14, 3);
  for (Eigen::Index i = 0; i < 14; ++i) values.row(i) << static_cast<double>(i + 1), 7, missing;
  values(2, 1) = missing;
  values(0, 0) = 1e9;
  values(13, 0) = -1e9;
  values.bottomRows(2).col(2).setConstant(5);
  const auto own = middle_half(values);
  CHECK(own.weight == RowVector{{14.0, 13.0, 0.0}});
  // Of -1e9, 2, 3, 4, 5 to 10, 11, 12, 13, 1e9 four on either side are left out.
  CHECK(own.mean(0) == 7.5);
  CHECK(own.deviation(0) == Approx(std::sqrt(35.0 / 12) / 0.37769273));
  CHECK(own.mean(1) == 7);
  CHECK(own.deviation(1) == 0);
  CHECK(own.mean(2) == 0);
  CHECK(mean_part(own) == RowVector{{105.0, 91.0, 0.0}});
  const RowVector spread = spread_part(own, RowVector{{5.5, 6.0, 100.0}});
  CHECK(spread(0) == Approx(14 * (own.deviation(0) * own.deviation(0) + 4)));
  CHECK(spread(1) == Approx(13));
  CHECK(spread(2) == 0);
  CHECK(weighted_mean(mean_part(own), own.weight) == own.mean);
}

TEST_CASE("at least three values on either side are left out") {
  Matrix values = Matrix::Zero(12, 1);
  values.topRows(3).setConstant(1e6);
  values.bottomRows(3).setConstant(-1e6);
  CHECK(middle_half(values).weight(0) == 12);
  CHECK(middle_half(values).mean(0) == 0);
  CHECK(middle_half(values).deviation(0) == 0);
  CHECK(middle_half(values.topRows(11)).weight(0) == 0);
}

TEST_CASE("a normal distribution's deviation is found, outliers or not") {
  Matrix values = dsne::tsne::random_coordinates(40000, 1, 3, 8);
  CHECK(middle_half(values).deviation(0) == Approx(3).epsilon(0.02));
  values.topRows(2000).setConstant(1e12);
  CHECK(middle_half(values).deviation(0) == Approx(3).epsilon(0.15));
}

TEST_CASE("a measure has logarithms where all its values are positive") {
  Matrix values(2, 4);
  values << 1, 0, -1, missing,  //
      2, 1, 1, missing;
  CHECK(dsne::federated::without_logarithm(values) == RowVector{{0.0, 1.0, 1.0, 0.0}});
}
