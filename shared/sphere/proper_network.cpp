#include "sphere/proper_network.h"

#include <Eigen/Cholesky>

#include "core/eigenpairs.h"

namespace dsne::sphere {
namespace {

bool is_proper(const Matrix& network) {
  const auto size = network.rows();
  const Eigen::MatrixXd raised = network + proper_rounding * Matrix::Identity(size, size);
  return raised.llt().info() == Eigen::Success;
}

}  // namespace

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
