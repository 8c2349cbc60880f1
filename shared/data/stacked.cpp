#include "data/stacked.h"

namespace dsne::data {

Matrix stacked(const std::vector<Matrix>& parts) {
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

Matrix stacked(const Matrix& above, const Matrix& below) {
  Matrix all(above.rows() + below.rows(), above.cols());
  all << above, below;
  return all;
}

}  // namespace dsne::data
