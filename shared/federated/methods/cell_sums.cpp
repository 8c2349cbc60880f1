#include "federated/methods/cell_sums.h"

#include <array>
#include <cmath>
#include <vector>

#include "core/eigenpairs.h"
#include "federated/second_moments.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr double pi = 3.14159265358979323846;
// Powers of the root of x⁴ + x = 1: multiples of them fill a cube evenly.
constexpr std::array<double, 3> even_steps = {0.81917251339616445, 0.67104360670378921,
                                              0.54970047790197027};

Matrix rotation(double angle) {
  Matrix result(2, 2);
  result << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return result;
}

Matrix square_root(const Eigen::MatrixXd& covariance) {
  const Eigenpairs pairs = all_eigenpairs(covariance);
  return pairs.vectors * pairs.values.cwiseMax(0).cwiseSqrt().asDiagonal();
}

/// A rotation in the plane of two of three axes.
Matrix rotation_in(const std::vector<Index>& axes, double angle) {
  Matrix result = Matrix::Identity(3, 3);
  result(axes, axes) = rotation(angle);
  return result;
}

/// Directions at right angles, in columns, other ones for each number; one number after the other
/// they go all ways evenly.
Matrix directions(Index dimensions, Index number) {
  const auto part = [&](double step) {
    const double steps = step * static_cast<double>(number);
    return steps - std::floor(steps);
  };
  if (dimensions == 2) return rotation(2 * pi * part(even_steps[0]));
  return rotation_in({0, 1}, 2 * pi * part(even_steps[0])) *
         rotation_in({1, 2}, std::acos(1 - 2 * part(even_steps[1]))) *
         rotation_in({0, 1}, 2 * pi * part(even_steps[2]));
}

}  // namespace

CellSums& CellSums::operator-=(const CellSums& other) {
  sums -= other.sums;
  products -= other.products;
  return *this;
}

Matrix cell_centres(const Matrix& reference_coordinates, const Cells& cells) {
  const Counts points = counts_of(cells.of_reference, cells.count);
  return points.cast<double>().cwiseInverse().asDiagonal() *
         sums_by_cell(reference_coordinates, cells);
}

CellSums cell_sums(const Matrix& coordinates, const CellNumbers& numbers, const Matrix& centres) {
  const Index dimensions = centres.cols();
  CellSums result{Matrix::Zero(centres.rows(), dimensions),
                  Matrix::Zero(centres.rows(), products_of(dimensions))};
  for (Index i = 0; i < coordinates.rows(); ++i) {
    const Index cell = numbers[static_cast<std::size_t>(i)];
    const RowVector from_centre = coordinates.row(i) - centres.row(cell);
    result.sums.row(cell) += from_centre;
    each_product(dimensions, [&](Index a, Index b, Index k) {
      result.products(cell, k) += from_centre(a) * from_centre(b);
    });
  }
  return result;
}

CellSums moved_to(const CellSums& sums, const Counts& members, const Matrix& from,
                  const Matrix& centres) {
  CellSums result = sums;
  for (Index cell = 0; cell < members.size(); ++cell) {
    const auto count = static_cast<double>(members(cell));
    const RowVector step = centres.row(cell) - from.row(cell);
    result.sums.row(cell) -= count * step;
    each_product(step.size(), [&](Index a, Index b, Index k) {
      result.products(cell, k) +=
          count * step(a) * step(b) - step(a) * sums.sums(cell, b) - step(b) * sums.sums(cell, a);
    });
  }
  return result;
}

tsne::WeightedPoints standing_for(const Counts& members, const CellSums& sums,
                                  const Matrix& centres, int iteration) {
  const Index dimensions = centres.cols();
  const Index per_cell = 2 * dimensions;
  const Index points = per_cell * (members.array() > 0).count();
  tsne::WeightedPoints result{Matrix(points, dimensions), Vector(points)};
  Index next = 0;
  for (Index cell = 0; cell < members.size(); ++cell) {
    if (members(cell) <= 0) continue;
    const auto count = static_cast<double>(members(cell));
    const RowVector from_centre = sums.sums.row(cell) / count;
    const RowVector mean = centres.row(cell) + from_centre;
    const Matrix spread =
        std::sqrt(static_cast<double>(dimensions)) *
        square_root(covariance_of(sums.products.row(cell), from_centre, count, dimensions)) *
        directions(dimensions, iteration + cell);
    result.weights.segment(next, per_cell).setConstant(count / static_cast<double>(per_cell));
    for (Index k = 0; k < dimensions; ++k) {
      result.coordinates.row(next++) = mean + spread.col(k).transpose();
      result.coordinates.row(next++) = mean - spread.col(k).transpose();
    }
  }
  return result;
}

}  // namespace dsne::federated
