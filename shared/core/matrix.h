#pragma once

#include <Eigen/Core>
#include <vector>

namespace dsne {

/// Points in rows, in C order: data (points × features) and coordinates (points × dimensions).
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using RowVector = Eigen::RowVectorXd;

/// Returns the longest side of the points' bounding box.
inline double extent_of(const Matrix& points) {
  return (points.colwise().maxCoeff() - points.colwise().minCoeff()).maxCoeff();
}

/// Returns the mean of rows.
/// @param weights one per row, with a sum above 0
inline RowVector weighted_mean(const Matrix& rows, const Vector& weights) {
  return weights.transpose() * rows / weights.sum();
}

/// Returns the entries above a square matrix's diagonal, row by row.
inline RowVector upper_triangle(const Matrix& matrix) {
  RowVector entries(matrix.rows() * (matrix.rows() - 1) / 2);
  Eigen::Index next = 0;
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    const Eigen::Index count = matrix.cols() - row - 1;
    entries.segment(next, count) = matrix.row(row).tail(count);
    next += count;
  }
  return entries;
}

/// Stacks the rows of all parts, in order.
/// @pre at least one part; all with the same number of columns
inline Matrix stacked(const std::vector<Matrix>& parts) {
  Eigen::Index rows = 0;
  for (const Matrix& part : parts) rows += part.rows();
  Matrix all(rows, parts.front().cols());
  Eigen::Index row = 0;
  for (const Matrix& part : parts) {
    all.middleRows(row, part.rows()) = part;
    row += part.rows();
  }
  return all;
}

/// Stacks two matrices. @pre both have the same number of columns
inline Matrix stacked(const Matrix& above, const Matrix& below) {
  Matrix all(above.rows() + below.rows(), above.cols());
  all << above, below;
  return all;
}

}  // namespace dsne
