#include "sphere/group_sphere.h"

#include <doctest/doctest.h>

#include <cmath>

using dsne::Matrix;
using dsne::RowVector;

TEST_CASE("a map that keeps distances has correlation 1 and no stress") {
  Matrix wanted(3, 3);
  wanted << 0, 1, 2, 1, 0, 3, 2, 3, 0;
  const auto fit = dsne::sphere::shepard(
      wanted, [&](Eigen::Index row) -> RowVector { return wanted.row(row); }, 3);
  CHECK(fit.correlation == doctest::Approx(1));
  CHECK(fit.stress == 0);
  CHECK(fit.largest == 3);
  Matrix counts(3, 3);
  counts << 0, 0, 0, 0, 1, 0, 0, 0, 2;
  CHECK(fit.counts == counts);
}

TEST_CASE("correlation and stress of a map by hand") {
  Matrix wanted(3, 3);
  wanted << 0, 1, 2, 1, 0, 3, 2, 3, 0;
  const auto fit = dsne::sphere::shepard(
      wanted,
      [&](Eigen::Index row) -> RowVector { return 6 * RowVector::Ones(3) - wanted.row(row); }, 4);
  CHECK(fit.correlation == doctest::Approx(-1));
  CHECK(fit.stress == doctest::Approx(std::sqrt((16.0 + 4 + 0) / 14)));
  CHECK(fit.counts.sum() == 3);
}

TEST_CASE("a map of coincident points, and equal wanted distances, have no correlation") {
  Matrix wanted(3, 3);
  wanted << 0, 1, 2, 1, 0, 3, 2, 3, 0;
  const auto nowhere = [](Eigen::Index) -> RowVector { return RowVector::Zero(3); };
  CHECK(dsne::sphere::shepard(wanted, nowhere).correlation == 0);
  CHECK(dsne::sphere::shepard(wanted, nowhere).stress == doctest::Approx(1));
  CHECK(dsne::sphere::shepard(Matrix::Zero(3, 3), nowhere).stress == 0);
}
