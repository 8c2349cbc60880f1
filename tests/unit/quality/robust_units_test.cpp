#include "quality/robust_units.h"

#include <doctest/doctest.h>

#include <cmath>

using dsne::Matrix;
using dsne::Vector;
using namespace dsne::quality;

TEST_CASE("values are bent by the logarithm if those learned from are positive") {
  const Matrix values{{4, 4}, {1, -1}, {2, 2}, {-3, 0}};
  const Bend bend = bend_of(values, {0, 1, 2});
  const Matrix result = bent(bend, values);
  CHECK(result(0, 0) == std::log(4));
  CHECK(result(1, 1) == std::asinh(-0.5));
  CHECK(straightened(bend, 0, result(0, 0)) == doctest::Approx(4));
  CHECK(straightened(bend, 1, result(1, 1)) == doctest::Approx(-1));
}

TEST_CASE("below the least value learned from bent values go on falling, without a step") {
  const Matrix values{{2}, {3}, {2 - 1e-9}, {1}, {1e-9}, {0}, {-1}, {-1e9}};
  const Vector result = bent(bend_of(values, {0, 1}), values).col(0);
  CHECK(result.allFinite());
  CHECK(result(0) - result(2) == doctest::Approx(0.5e-9));
  for (Eigen::Index i = 3; i < result.size(); ++i) CHECK(result(i) < result(i - 1));
}
