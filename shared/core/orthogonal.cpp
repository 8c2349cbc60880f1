#include "core/orthogonal.h"

#include <Eigen/SVD>

namespace dsne {

Matrix nearest_orthogonal(const Matrix& matrix) {
  if (matrix.size() == 0) return matrix;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return svd.matrixU() * svd.matrixV().transpose();
}

}  // namespace dsne
