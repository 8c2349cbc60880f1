#include "tsne/affinities.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/errors.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::tsne::Affinities;

namespace {

double at(const Affinities& p, std::uint32_t i, std::uint32_t j) {
  for (std::uint64_t k = p.offsets[i]; k < p.offsets[i + 1]; ++k) {
    if (p.columns[k] == j) return p.values[k];
  }
  return 0;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// p_{j|i} of the main paper's equation 1, by its definition.
double gaussian_conditional(const Matrix& points, Eigen::Index i, Eigen::Index j, double beta) {
  double total = 0;
  for (Eigen::Index k = 0; k < points.rows(); ++k) {
    if (k != i) total += std::exp(-beta * (points.row(i) - points.row(k)).squaredNorm());
  }
  return std::exp(-beta * (points.row(i) - points.row(j)).squaredNorm()) / total;
}

/// P = (C + Cᵀ)/2N of each point's nearest `count`.
void check_symmetrized(const Matrix& points, Eigen::Index count, double perplexity,
                       const Affinities& p) {
  const auto neighbours = dsne::tsne::nearest_neighbours(points, count);
  const auto conditional = dsne::tsne::conditional_affinities(neighbours, perplexity);
  Matrix c = Matrix::Zero(points.rows(), points.rows());
  for (std::size_t k = 0; k < conditional.size(); ++k) {
    c(static_cast<Eigen::Index>(k) / count, neighbours.indices[k]) = conditional[k];
  }
  const auto pairs = 2 * static_cast<double>(points.rows());
  for (std::uint32_t i = 0; i < points.rows(); ++i) {
    for (std::uint32_t j = 0; j < points.rows(); ++j) {
      CHECK(at(p, i, j) == doctest::Approx((c(i, j) + c(j, i)) / pairs).epsilon(1e-12));
    }
  }
}

}  // namespace

TEST_CASE("every row of conditional affinities has the wanted perplexity") {
  constexpr std::size_t points = 200;
  constexpr std::size_t count = 90;
  const auto neighbours =
      dsne::tsne::nearest_neighbours(dsne::tsne::random_coordinates(points, 7, 1.0, 3), count);
  for (const double perplexity : {2.0, 10.0, 29.5}) {
    const auto conditional = dsne::tsne::conditional_affinities(neighbours, perplexity);
    for (std::size_t i = 0; i < points; ++i) {
      double entropy = 0;
      double total = 0;
      for (std::size_t j = 0; j < count; ++j) {
        const double p = conditional[i * count + j];
        total += p;
        if (p > 0) entropy -= p * std::log(p);
      }
      REQUIRE(total == doctest::Approx(1).epsilon(1e-12));
      REQUIRE(std::abs(entropy - std::log(perplexity)) < 1e-5);
    }
  }
}

TEST_CASE("a row of conditional affinities is the Gaussian of equation 1") {
  const Matrix points = dsne::tsne::random_coordinates(12, 3, 1.0, 5);
  const auto neighbours = dsne::tsne::nearest_neighbours(points, 11);
  const auto conditional = dsne::tsne::conditional_affinities(neighbours, 3);
  // The width follows from the two nearest neighbours' ratio; the others must agree with it.
  for (Eigen::Index i = 0; i < 12; ++i) {
    const auto row = static_cast<std::size_t>(i) * 11;
    const double beta = std::log(conditional[row] / conditional[row + 1]) /
                        (neighbours.squared_distances[row + 1] - neighbours.squared_distances[row]);
    for (std::size_t k = 0; k < 11; ++k) {
      const auto j = static_cast<Eigen::Index>(neighbours.indices[row + k]);
      CHECK(conditional[row + k] ==
            doctest::Approx(gaussian_conditional(points, i, j, beta)).epsilon(1e-9));
    }
  }
}

TEST_CASE("joint affinities are symmetric, sum to 1 and leave the diagonal out") {
  const Matrix points = dsne::tsne::random_coordinates(150, 5, 2.0, 7);
  const Affinities p = dsne::tsne::joint_affinities(points, 12);
  REQUIRE(p.points() == 150);
  CHECK(sum(p.values) == doctest::Approx(1).epsilon(1e-12));
  for (std::uint32_t i = 0; i < 150; ++i) {
    CHECK(at(p, i, i) == 0);
    for (std::uint64_t k = p.offsets[i]; k < p.offsets[i + 1]; ++k) {
      REQUIRE(p.values[k] == at(p, p.columns[k], i));
      if (k > p.offsets[i]) REQUIRE(p.columns[k - 1] < p.columns[k]);
    }
  }
}

TEST_CASE("joint affinities are (C + C transposed)/2N") {
  const Matrix points = dsne::tsne::random_coordinates(10, 3, 1.0, 11);
  check_symmetrized(points, 9, 3, dsne::tsne::joint_affinities(points, 3));
}

TEST_CASE("joint affinities use the wanted number of neighbours, or all") {
  const Matrix points = dsne::tsne::random_coordinates(10, 3, 1.0, 11);
  check_symmetrized(points, 8, 2, dsne::tsne::joint_affinities(points, 2, 8));
  check_symmetrized(points, 9, 2, dsne::tsne::joint_affinities(points, 2, 50));
}

TEST_CASE("ties and duplicates give finite affinities") {
  Matrix points = dsne::tsne::random_coordinates(40, 4, 1.0, 13);
  points.topRows(20).rowwise() = points.row(0).eval();
  for (const Matrix& data : {points, Matrix(Matrix::Zero(40, 4))}) {
    const Affinities p = dsne::tsne::joint_affinities(data, 5);
    CHECK(sum(p.values) == doctest::Approx(1).epsilon(1e-12));
    CHECK(std::ranges::all_of(p.values, [](double v) { return v >= 0; }));
  }
}

TEST_CASE("huge and tiny scales give the same affinities") {
  const Matrix points = dsne::tsne::random_coordinates(60, 4, 1.0, 17);
  const Affinities p = dsne::tsne::joint_affinities(points, 8);
  for (const double scale : {1e-120, 1e120}) {
    const Affinities scaled = dsne::tsne::joint_affinities(points * scale, 8);
    REQUIRE(scaled.columns == p.columns);
    for (std::size_t k = 0; k < p.values.size(); ++k) {
      CHECK(scaled.values[k] == doctest::Approx(p.values[k]).epsilon(1e-4));
    }
  }
}

TEST_CASE("a perplexity that the points do not allow is refused") {
  const Matrix points = dsne::tsne::random_coordinates(10, 2, 1.0, 19);
  CHECK_NOTHROW(dsne::tsne::joint_affinities(points, 3));
  CHECK_THROWS_AS(dsne::tsne::joint_affinities(points, 3.01), dsne::InputError);
  CHECK_THROWS_AS(dsne::tsne::joint_affinities(points, 0.5), dsne::InputError);
}

TEST_CASE("a neighbour of weight 3 equals three neighbours at its distance") {
  const auto row = [](const std::vector<double>& distances, const std::vector<double>& weights) {
    std::vector<double> affinities(distances.size());
    dsne::tsne::conditional_row(distances.data(), weights, std::log(4), affinities.data());
    return affinities;
  };
  const std::vector<double> once = {1, 1.5, 2, 4, 4.5, 7};
  const std::vector<double> repeated = {1, 1.5, 1.5, 1.5, 2, 4, 4.5, 7};
  const auto weighted = row(once, {1, 3, 1, 1, 1, 1});
  const auto expected = row(repeated, std::vector<double>(8, 1));
  CHECK(weighted[0] == doctest::Approx(expected[0]));
  CHECK(weighted[1] == doctest::Approx(3 * expected[1]));
  CHECK(weighted[5] == doctest::Approx(expected[7]));
  CHECK(weighted[1] > 1.5 * row(once, std::vector<double>(6, 1))[1]);
}
