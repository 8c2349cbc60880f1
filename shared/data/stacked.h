#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::data {

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

}  // namespace dsne::data
