#include "core/eigenpairs.h"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace dsne {
namespace {

using Eigen::Index;

/// The interface that Spectra wants of a matrix.
class Operator {
 public:
  using Scalar = double;

  Operator(const SymmetricProduct& product, Index size) : product_(product), size_(size) {}
  Index rows() const { return size_; }
  Index cols() const { return size_; }
  void perform_op(const double* in, double* out) const { product_(in, out); }

 private:
  const SymmetricProduct& product_;
  Index size_;
};

}  // namespace

Eigenpairs all_eigenpairs(const Eigen::MatrixXd& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
  return {solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
}

std::optional<Eigenpairs> first_eigenpairs(const SymmetricProduct& product, Index size, Index count,
                                           const Lanczos& lanczos) {
  Operator matrix(product, size);
  Spectra::SymEigsSolver<Operator> solver(matrix, count, lanczos.vectors);
  solver.init();
  solver.compute(Spectra::SortRule::LargestAlge, lanczos.restarts, lanczos.tolerance);
  if (solver.info() != Spectra::CompInfo::Successful) return std::nullopt;
  return Eigenpairs{solver.eigenvalues(), solver.eigenvectors()};
}

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
