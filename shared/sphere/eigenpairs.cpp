#include "sphere/eigenpairs.h"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace dsne::sphere {
namespace {

using Eigen::Index;

/// Below this a full decomposition takes no time.
constexpr Index small_matrix = 150;
constexpr Index lanczos_spare = 20;  ///< vectors beyond twice the wanted ones
constexpr Index lanczos_restarts = 300;
constexpr double lanczos_tolerance = 1e-12;

/// The matrix as Spectra takes it, rows shared among threads.
class RowProducts {
 public:
  using Scalar = double;

  explicit RowProducts(const Matrix& matrix) : matrix_(matrix) {}
  Index rows() const { return matrix_.rows(); }
  Index cols() const { return matrix_.cols(); }

  void perform_op(const double* in, double* out) const {
    const Eigen::Map<const Vector> vector(in, matrix_.cols());
    Eigen::Map<Vector> product(out, matrix_.rows());
    constexpr Index rows_at_a_time = 64;
#pragma omp parallel for schedule(static)
    for (Index first = 0; first < matrix_.rows(); first += rows_at_a_time) {
      const Index count = std::min(rows_at_a_time, matrix_.rows() - first);
      product.segment(first, count).noalias() = matrix_.middleRows(first, count) * vector;
    }
  }

 private:
  const Matrix& matrix_;
};

Eigenpairs by_decomposition(const Matrix& matrix, Index count, End end) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  if (end == End::smallest) {
    return {solver.eigenvalues().head(count), solver.eigenvectors().leftCols(count)};
  }
  return {solver.eigenvalues().tail(count).reverse(),
          solver.eigenvectors().rightCols(count).rowwise().reverse()};
}

}  // namespace

Eigenpairs leading_eigenpairs(const Matrix& matrix, Index count, End end) {
  const Index basis = 2 * count + lanczos_spare;
  if (matrix.rows() < std::max(small_matrix, basis)) return by_decomposition(matrix, count, end);
  RowProducts products(matrix);
  Spectra::SymEigsSolver<RowProducts> solver(products, count, basis);
  solver.init();
  solver.compute(
      end == End::largest ? Spectra::SortRule::LargestAlge : Spectra::SortRule::SmallestAlge,
      lanczos_restarts, lanczos_tolerance,
      end == End::largest ? Spectra::SortRule::LargestAlge : Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful) return by_decomposition(matrix, count, end);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace dsne::sphere
