#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "summary/making.h"

using dsne::Matrix;
using dsne::Vector;
using namespace dsne::summary;

TEST_CASE("measures that are positive are compared by their logarithm") {
  const double e = std::exp(1.0);
  const MeasureScale scale = measure_scale(Vector{{1, e, e * e, e * e * e, e * e * e * e}});
  CHECK(scale.logarithm);
  CHECK(scale.middle == doctest::Approx(2));
  CHECK(scale.deviation == doctest::Approx(2 / 1.349));
  CHECK(on_scale(e * e, scale) == doctest::Approx(0));
  CHECK(in_units(on_scale(e, scale), scale) == doctest::Approx(e));
}

TEST_CASE("others are compared by asinh of the value over the median nonzero size") {
  const MeasureScale scale = measure_scale(Vector{{-4, 0, 2, 8, 8}});
  CHECK_FALSE(scale.logarithm);
  CHECK(scale.size == 6);  // of 2, 4, 8, 8
  CHECK(scale.middle == doctest::Approx(std::asinh(2.0 / 6)));
  CHECK(in_units(on_scale(-4, scale), scale) == doctest::Approx(-4));
}

TEST_CASE("values are limited to three deviations") {
  const MeasureScale scale = measure_scale(Vector{{1, 2, 3, 4, 5}});
  CHECK(on_scale(1e90, scale) == 3);
  CHECK(on_scale(1e-90, scale) == -3);
  CHECK(on_scale(0, scale) == -3);
  CHECK(on_scale(-7, scale) == -3);
}

TEST_CASE("a missing value becomes the median") {
  const Matrix values{{1}, {2}, {std::numeric_limits<double>::quiet_NaN()}, {4}, {50}};
  const Scale scale = fit_scale(values, {"cjv"}, false);
  CHECK(scale.medians(0) == 3);
  CHECK(in_units(on_scale(values, scale), scale)(2, 0) == doctest::Approx(3));
}

TEST_CASE("an array's row is limited to four median distances from the median row") {
  const Matrix values{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {300, 400}};
  const Scale scale = fit_scale(values, {"1", "2"}, true);
  CHECK(scale.each.empty());
  CHECK(scale.reach == doctest::Approx(4));
  const Matrix limited = on_scale(values, scale);
  CHECK(limited.row(0) == values.row(0));
  CHECK(limited(4, 0) == doctest::Approx(2.4));
  CHECK(limited(4, 1) == doctest::Approx(3.2));
}

TEST_CASE("where half of the values are the same the standard deviation is the scale") {
  const double near = std::asinh(1.0);
  const double far = std::asinh(2.0);
  const MeasureScale scale = measure_scale(Vector{{0, 2, 2, 2, 2, 2, 2, 2, 4}});
  const double mean = (7 * near + far) / 9;
  CHECK(scale.deviation ==
        doctest::Approx(std::sqrt((7 * near * near + far * far) / 9 - mean * mean)));
}

TEST_CASE("means are rounded to a power of ten that is at most a hundredth of the deviation") {
  CHECK(step_of(1.118) == doctest::Approx(0.01));
  CHECK(step_of(0.99) == doctest::Approx(0.001));
  CHECK(step_of(0) == 0);
  CHECK(rounded(Matrix{{1000.03417}, {1000.02}}, dsne::RowVector{{0.01}}) ==
        Matrix{{1000.03}, {1000.02}});
}
