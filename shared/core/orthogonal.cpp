#include "core/orthogonal.h"

#include <Eigen/SVD>

namespace dsne {

Matrix nearest_orthogonal(const Matrix& matrix) {
  if (matrix.size() == 0) return matrix;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return svd.matrixU() * svd.matrixV().transpose();
}

bool is_orthonormal(const Matrix& columns) {
  constexpr double within = 1e-6;
  const Matrix products = columns.transpose() * columns;
  return products.isIdentity(within);
}

}  // namespace dsne
