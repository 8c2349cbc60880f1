#include "sphere/network.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <vector>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "sphere/spherical_mds.h"

namespace dsne::sphere {
namespace {

using Eigen::Index;

using Rows = std::vector<Index>;

/// Returns the regions with a value off the diagonal.
Rows regions_with_values(const Matrix& correlations) {
  Rows rows;
  for (Index row = 0; row < correlations.rows(); ++row) {
    const Index missing = correlations.row(row).array().isNaN().count();
    const bool own_missing = std::isnan(correlations(row, row));
    if (missing - (own_missing ? 1 : 0) < correlations.cols() - 1) rows.push_back(row);
  }
  return rows;
}

Rows rows_with_places(const Matrix& points) {
  Rows rows;
  for (Index row = 0; row < points.rows(); ++row) {
    if (!std::isnan(points(row, 0))) rows.push_back(row);
  }
  return rows;
}

bool is_proper(const Matrix& network) {
  const auto size = network.rows();
  const Eigen::MatrixXd raised = network + proper_rounding * Matrix::Identity(size, size);
  return raised.llt().info() == Eigen::Success;
}

}  // namespace

Matrix embed_network(const Matrix& correlations, Index dimensions, Form form,
                     const DescentLimits& limits) {
  const Rows present = regions_with_values(correlations);
  if (std::ssize(present) <= dimensions) {
    throw InputError("a network has fewer regions with values than the sphere has coordinates");
  }
  Matrix values = correlations(present, present);
  values.diagonal().setOnes();
  if (values.hasNaN()) throw InputError("a network has regions without some of their values");
  Matrix places = closed_form(leading_eigenpairs(values, dimensions + 1));
  if (form == Form::minimised) {
    const Rows placed = rows_with_places(places);
    const Matrix angles = angles_of(values(placed, placed));
    places(placed, Eigen::all) = minimised_on_sphere(angles, places(placed, Eigen::all), limits);
  }
  Matrix result = Matrix::Constant(correlations.rows(), dimensions + 1,
                                   std::numeric_limits<double>::quiet_NaN());
  result(present, Eigen::all) = places;
  return result;
}

std::optional<Index> regions_of_pairs(Index pairs) {
  const auto regions =
      static_cast<Index>(std::llround((1 + std::sqrt(1 + 8 * static_cast<double>(pairs))) / 2));
  if (pairs < 1 || regions * (regions - 1) / 2 != pairs) return std::nullopt;
  return regions;
}

Matrix network_from_pairs(const RowVector& pairs, Index regions) {
  Matrix network = Matrix::Identity(regions, regions);
  Index next = 0;
  for (Index row = 0; row < regions; ++row) {
    const Index count = regions - row - 1;
    network.row(row).tail(count) = pairs.segment(next, count);
    network.col(row).tail(count) = pairs.segment(next, count).transpose();
    next += count;
  }
  return network;
}

Matrix network_from_products(const Matrix& basis, const Matrix& products) {
  const Matrix within = basis.transpose() * products;
  const Matrix half = products - basis * (within + within.transpose()) / 4;
  const Matrix network = half * basis.transpose();
  return network + network.transpose();
}

Matrix proper_network(const Matrix& network) {
  Matrix values = network.array().isNaN().select(0.0, network.cwiseMax(-1).cwiseMin(1));
  values.diagonal().setOnes();
  if (is_proper(values)) return values;
  const Eigenpairs pairs = all_eigenpairs(values);
  const Matrix positive =
      pairs.vectors * pairs.values.cwiseMax(0).asDiagonal() * pairs.vectors.transpose();
  const Vector roots = positive.diagonal().cwiseSqrt().cwiseInverse();
  values = roots.asDiagonal() * positive * roots.asDiagonal();
  values.diagonal().setOnes();
  // If rounding or a zero row left it improper, nothing else is a safe answer.
  return is_proper(values) ? values : Matrix(Matrix::Identity(values.rows(), values.cols()));
}

}  // namespace dsne::sphere
