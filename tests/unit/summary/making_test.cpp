#include "summary/making.h"

#include <doctest/doctest.h>

#include <cmath>

#include "seeded.h"
#include "unit/summary/example.h"

using dsne::Matrix;
using namespace dsne::summary;

namespace {

/// Arrays in two clusters, whose groups are known, with deviations along the diagonal only.
Matrix two_clusters() {
  Matrix points(40, 2);
  for (Eigen::Index i = 0; i < 40; ++i) {
    const double away = static_cast<double>(i % 20) - 9.5;
    points.row(i).setConstant(away + (i < 20 ? -1e4 : 1e4));
  }
  return points;
}

Scale plain_scale() {
  Scale scale;
  scale.array = true;
  scale.measures = {"1", "2"};
  scale.steps = dsne::RowVector::Zero(2);
  return scale;
}

}  // namespace

TEST_CASE("noise has the size of the mean's standard error, half of it along the deviations") {
  auto source = seeded(5);
  const int draws = 4000;
  Matrix noise(2 * draws, 2);
  for (int i = 0; i < draws; ++i) {
    const Rows rows = make_rows(two_clusters(), plain_scale(), 20, 500, source);
    REQUIRE(rows.means.rows() == 2);
    for (int g = 0; g < 2; ++g) {
      const double centre = rows.means(g, 0) < 0 ? -1e4 : 1e4;
      noise.row(2 * i + g) = rows.means.row(g).array() - centre;
    }
  }
  // Deviations of -9.5 … 9.5, twice, have 2·665 as sum of squares, and 38 degrees of freedom.
  const double variance = 2 * 665.0 / 38 / 20;
  CHECK(noise.mean() == doctest::Approx(0).epsilon(0.05 * std::sqrt(variance)));
  CHECK(noise.col(0).squaredNorm() / (2 * draws) == doctest::Approx(variance).epsilon(0.06));
  CHECK(noise.col(1).squaredNorm() / (2 * draws) == doctest::Approx(variance).epsilon(0.06));
  CHECK(noise.col(0).dot(noise.col(1)) / (2 * draws) ==
        doctest::Approx(variance / 2).epsilon(0.08));
}

TEST_CASE(
    "the spread is the deviation within groups, to two digits, and the order of rows random") {
  auto source = seeded(5);
  int first_is_low = 0;
  for (int i = 0; i < 200; ++i) {
    const Rows rows = make_rows(two_clusters(), plain_scale(), 20, 500, source);
    CHECK(rows.spread(0) == 5.8);  // √(665 / 20) = 5.766
    CHECK(rows.subjects(0) == 20);
    first_is_low += rows.means(0, 0) < 0 ? 1 : 0;
  }
  CHECK(first_is_low > 60);
  CHECK(first_is_low < 140);
}

TEST_CASE("rows of fewer than ten have twice the noise") {
  auto source = seeded(5);
  Matrix points(18, 2);
  for (Eigen::Index j = 0; j < 18; ++j) {
    points.row(j).setConstant((j < 9 ? -1e4 : 1e4) + static_cast<double>(j % 9) - 4);
  }
  const int draws = 2000;
  double sum = 0;
  for (int i = 0; i < draws; ++i) {
    const Rows rows = make_rows(points, plain_scale(), 9, 500, source);
    sum += std::pow(std::abs(rows.means(0, 0)) - 1e4, 2);
  }
  // Twice 60 as sum of squares, 16 degrees of freedom; nine in a row.
  CHECK(sum / draws == doctest::Approx(4 * 120 / 16.0 / 9).epsilon(0.1));
}
