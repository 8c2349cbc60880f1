#include "sphere/proper_network.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

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
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(values);
  const Matrix positive = solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() *
                          solver.eigenvectors().transpose();
  const Vector roots = positive.diagonal().cwiseSqrt().cwiseInverse();
  values = roots.asDiagonal() * positive * roots.asDiagonal();
  values.diagonal().setOnes();
  // Whatever the numbers were, no other network may come of them.
  return is_proper(values) ? values : Matrix(Matrix::Identity(values.rows(), values.cols()));
}

}  // namespace dsne::sphere
