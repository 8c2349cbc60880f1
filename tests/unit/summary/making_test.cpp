#include "summary/making.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

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

/// A table's scale on which values are as in units.
Scale table_scale() {
  Scale scale = plain_scale();
  scale.array = false;
  scale.each.assign(2, {false, 1e9, 0, 1e-9});
  return scale;
}

}  // namespace

TEST_CASE("noise has the size of the mean's standard error, half of it along the deviations") {
  auto source = seeded(5);
  const int draws = 4000;
  Matrix noise(2 * draws, 2);
  for (int i = 0; i < draws; ++i) {
    const SummaryRows rows = make_rows(two_clusters(), plain_scale(), 20, 500, source);
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
    "the spread has noise of 1.4 standard errors of its variance, and the order of rows is "
    "random") {
  auto source = seeded(5);
  const int draws = 1000;
  int first_is_low = 0;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < draws; ++i) {
    const Matrix points = two_clusters();
    const SummaryRows rows = make_rows(points, table_scale(), 20, 500, source);
    CHECK(rows.subjects(0) == 20);
    const double logarithm = 2 * std::log(rows.spread(0));
    sum += logarithm;
    squares += logarithm * logarithm;
    first_is_low += rows.means(0, 0) < 0 ? 1 : 0;
  }
  const double variance = 665 / 20.0;
  CHECK(sum / draws == doctest::Approx(std::log(variance)).epsilon(0.01));
  // The squares of 0.5, 1.5, … 9.5 deviate from their mean by 29.66.
  const double error = 1.4 * 29.66 / variance / std::sqrt(40);
  CHECK(std::sqrt(squares / draws - sum * sum / draws / draws) ==
        doctest::Approx(error).epsilon(0.1));
  CHECK(first_is_low > 400);
  CHECK(first_is_low < 600);
}

TEST_CASE("arrays have one spread for all columns") {
  auto source = seeded(5);
  const SummaryRows rows =
      make_rows(two_clusters() * Matrix{{1, 0}, {0, 3}}, plain_scale(), 20, 500, source);
  CHECK(rows.spread(0) == rows.spread(1));
}

TEST_CASE("a spread is rounded to a fifth of its first digit") {
  const Matrix points = two_clusters() * Matrix{{1, 0}, {0, 300}};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto source = seeded(seed);
    const SummaryRows rows = make_rows(points, table_scale(), 20, 500, source);
    for (const double spread : rows.spread) {
      REQUIRE(spread > 0);
      const double fifths = 5 * spread / std::pow(10, std::floor(std::log10(spread) + 1e-9));
      CAPTURE(spread);
      CHECK(fifths == doctest::Approx(std::round(fifths)));
    }
  }
}

TEST_CASE("the more columns tell of a subject, the more noise each has") {
  const auto variance = [](Eigen::Index subjects, Eigen::Index columns, bool alike, double most) {
    auto source = seeded(7);
    Matrix values(subjects, columns);
    for (double& value : values.reshaped()) value = dsne::privacy::standard_normal(source);
    if (alike) values.rightCols(columns - 1).colwise() = values.col(0).eval();
    values.rowwise() -= values.colwise().mean().eval();
    const Matrix noise = noise_like(values, subjects - 1, {most}, 400, source);
    return noise.squaredNorm() / static_cast<double>(noise.size());
  };
  CHECK(variance(400, 30, false, 60) == doctest::Approx(1).epsilon(0.1));
  // A subject adds a squared length of 500 over the independent part, at most 15.
  CHECK(variance(100, 500, false, 15) == doctest::Approx(0.5 + 500 / 15.0).epsilon(0.1));
  CHECK(variance(20, 60, false, 3) == doctest::Approx(0.5 + 60 / 3.0).epsilon(0.1));
  CHECK(variance(100, 500, true, 15) == doctest::Approx(1).epsilon(0.2));
}

TEST_CASE("one size of noise does not tell which column a subject is far out in") {
  auto source = seeded(7);
  Matrix values(100, 3);
  for (double& value : values.reshaped()) value = dsne::privacy::standard_normal(source);
  values.col(0) *= 9;
  values.col(2).setZero();
  const Matrix noise = noise_like(values, 99, {15, true}, 4000, source);
  const double mean = (values.squaredNorm() / 99) / 2;
  CHECK(noise.col(1).squaredNorm() / 4000 == doctest::Approx(0.5 * mean).epsilon(0.1));
  CHECK(noise.col(2).norm() == 0);
}

TEST_CASE("a subject adds as little to the rows of a large table as to those of thirty") {
  const auto variance = [](Eigen::Index subjects, bool array) {
    auto source = seeded(7);
    Matrix values(subjects, 60);
    for (double& value : values.reshaped()) value = dsne::privacy::standard_normal(source);
    Scale scale = plain_scale();
    scale.array = array;
    scale.each.assign(60, {false, 1e9, 0, 1e-9});
    const SummaryRows rows = make_rows(values, scale, 10, 500, source);
    Matrix noise = rows.means;
    for (std::size_t g = 0; g < rows.groups.size(); ++g) {
      for (const Eigen::Index row : rows.groups[g]) {
        noise.row(static_cast<Eigen::Index>(g)) -=
            values.row(row) / rows.subjects(static_cast<Eigen::Index>(g));
      }
    }
    return (rows.subjects.cwiseSqrt().asDiagonal() * noise).squaredNorm() /
           static_cast<double>(noise.size());
  };
  // Of independent columns the part is 60 over the evidence, and a little more by steps.
  CHECK(variance(30, false) == doctest::Approx(0.5 + 60 / 4.5).epsilon(0.2));
  CHECK(variance(100, false) == doctest::Approx(0.5 + 60 / 4.5).epsilon(0.15));
  CHECK(variance(400, false) == doctest::Approx(0.5 + 60 / 4.5).epsilon(0.15));
  CHECK(variance(400, true) == doctest::Approx(1).epsilon(0.15));
}
