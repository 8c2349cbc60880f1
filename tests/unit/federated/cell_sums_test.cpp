#include "federated/methods/cell_sums.h"

#include <doctest/doctest.h>

#include "data/stacked.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using dsne::federated::cell_centres;
using dsne::federated::cell_sums;
using dsne::federated::CellNumbers;
using dsne::federated::Cells;
using dsne::federated::CellSums;
using dsne::federated::Counts;
using dsne::federated::counts_of;
using dsne::federated::standing_for;
using dsne::tsne::random_coordinates;
using dsne::tsne::WeightedPoints;
using Eigen::Index;

namespace {

CellNumbers every_third(Index points) {
  CellNumbers numbers;
  for (Index i = 0; i < points; ++i) numbers.push_back(i % 3);
  return numbers;
}

RowVector mean_of(const WeightedPoints& points) {
  return points.weights.transpose() * points.coordinates / points.weights.sum();
}

Matrix covariance_of(const WeightedPoints& points) {
  const Matrix around = points.coordinates.rowwise() - mean_of(points);
  return around.transpose() * points.weights.asDiagonal() * around / points.weights.sum();
}

}  // namespace

TEST_CASE("what stands for a cell has its members' number, mean and covariance") {
  for (const Index dimensions : {2, 3}) {
    for (const Index points : {3, 6, 9, 60}) {
      const Matrix coordinates = random_coordinates(points, dimensions, 3.0, 7);
      const Matrix centres = random_coordinates(3, dimensions, 4.0, 11);
      const CellNumbers numbers = every_third(points);
      const Counts members = counts_of(numbers, 3);
      const WeightedPoints standing =
          standing_for(members, cell_sums(coordinates, numbers, centres), centres, 3);
      const Index each = 2 * dimensions;
      REQUIRE(standing.weights.size() == 3 * each);
      for (Index cell = 0; cell < 3; ++cell) {
        const WeightedPoints in_cell{standing.coordinates.middleRows(cell * each, each),
                                     standing.weights.segment(cell * each, each)};
        const WeightedPoints expected{coordinates(Eigen::seqN(cell, points / 3, 3), Eigen::all),
                                      Vector::Ones(points / 3)};
        CHECK(in_cell.weights.sum() == doctest::Approx(expected.weights.sum()));
        CHECK((mean_of(in_cell) - mean_of(expected)).norm() < 1e-12);
        CHECK((covariance_of(in_cell) - covariance_of(expected)).norm() < 1e-6);
      }
    }
  }
}

TEST_CASE("a cell without members is left out") {
  const Matrix coordinates = random_coordinates(5, 2, 1.0, 13);
  const Matrix centres = Matrix::Zero(4, 2);
  const CellNumbers numbers(5, 2);
  const WeightedPoints standing =
      standing_for(counts_of(numbers, 4), cell_sums(coordinates, numbers, centres), centres, 0);
  CHECK(standing.weights.size() == 4);
  CHECK(standing.weights.sum() == doctest::Approx(5));
}

TEST_CASE("taking one's own sums away leaves the others'") {
  const Matrix centres = random_coordinates(3, 3, 1.0, 17);
  const Matrix own = random_coordinates(12, 3, 1.0, 19);
  const Matrix others = random_coordinates(30, 3, 1.0, 23);
  CellNumbers numbers = every_third(12);
  const CellNumbers of_others = every_third(30);
  const CellSums own_sums = cell_sums(own, numbers, centres);
  numbers.insert(numbers.end(), of_others.begin(), of_others.end());
  CellSums left = cell_sums(dsne::data::stacked(own, others), numbers, centres);
  left -= own_sums;
  const CellSums expected = cell_sums(others, of_others, centres);
  CHECK((left.sums - expected.sums).norm() < 1e-12);
  CHECK((left.products - expected.products).norm() < 1e-12);
}

TEST_CASE("rounded sums give finite points that spread no less than nothing") {
  const Matrix centres = Matrix::Zero(1, 2);
  Counts members(1);
  members << 6;
  const CellSums rounded{Matrix::Constant(1, 2, 6), Matrix::Constant(1, 3, 6 - 1e-9)};
  const WeightedPoints standing = standing_for(members, rounded, centres, 0);
  CHECK((standing.coordinates.array() - 1).abs().maxCoeff() < 1e-12);
}

TEST_CASE("a cell's centre on the map is the mean of its reference points'") {
  Matrix reference(3, 2);
  reference << 1, 2, 5, 5, 3, 6;
  Matrix expected(2, 2);
  expected << 2, 4, 5, 5;
  CHECK(cell_centres(reference, Cells{{0, 1, 0}, 2}) == expected);
}

TEST_CASE("over the iterations what stands for a cell goes all ways evenly") {
  for (const Index dimensions : {2, 3}) {
    const Matrix centres = Matrix::Zero(1, dimensions);
    const Matrix corners = 2 * Matrix::Identity(dimensions, dimensions);
    const Matrix coordinates = dsne::data::stacked(corners, -corners);
    const CellNumbers numbers(static_cast<std::size_t>(2 * dimensions), 0);
    const CellSums sums = cell_sums(coordinates, numbers, centres);
    // The fourth powers tell directions apart where squares do not: on a sphere of radius r their
    // mean is 3r⁴/d(d + 2).
    RowVector fourth = RowVector::Zero(dimensions);
    for (int iteration = 0; iteration < 200; ++iteration) {
      const WeightedPoints standing = standing_for(counts_of(numbers, 1), sums, centres, iteration);
      CHECK(standing.coordinates.rowwise().norm().isConstant(2.0, 1e-9));
      fourth += standing.coordinates.array().pow(4).matrix().colwise().mean() / 200;
    }
    const auto d = static_cast<double>(dimensions);
    for (Index k = 0; k < dimensions; ++k) {
      CHECK(fourth(k) == doctest::Approx(3 * 16 / (d * (d + 2))).epsilon(0.02));
    }
  }
}
