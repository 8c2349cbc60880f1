#include "sphere/eigenpairs.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dsne::sphere {
namespace {

using Eigen::Index;

/// Matrices with fewer rows are decomposed whole.
constexpr Index small_matrix = 150;
constexpr Index lanczos_spare = 20;  ///< vectors beyond twice the wanted ones
constexpr Index lanczos_restarts = 300;
constexpr double lanczos_tolerance = 1e-12;

/// Multiplies with rows shared among threads.
void multiply(const Matrix& matrix, const double* in, double* out) {
  const Eigen::Map<const Vector> vector(in, matrix.cols());
  Eigen::Map<Vector> product(out, matrix.rows());
  constexpr Index rows_at_a_time = 64;
#pragma omp parallel for schedule(static)
  for (Index first = 0; first < matrix.rows(); first += rows_at_a_time) {
    const Index count = std::min(rows_at_a_time, matrix.rows() - first);
    product.segment(first, count).noalias() = matrix.middleRows(first, count) * vector;
  }
}

Eigenpairs largest_eigenpairs(const Matrix& matrix, Index count) {
  const Index basis = 2 * count + lanczos_spare;
  std::optional<Eigenpairs> found;
  if (matrix.rows() >= std::max(small_matrix, basis)) {
    const auto product = [&](const double* in, double* out) { multiply(matrix, in, out); };
    found = first_eigenpairs(product, matrix.rows(), count,
                             {basis, lanczos_restarts, lanczos_tolerance});
  }
  if (found) return *std::move(found);
  const Eigenpairs all = all_eigenpairs(matrix);
  return {all.values.head(count), all.vectors.leftCols(count)};
}

}  // namespace

Eigenpairs leading_eigenpairs(const Matrix& matrix, Index count, End end) {
  if (end == End::largest) return largest_eigenpairs(matrix, count);
  Eigenpairs pairs = largest_eigenpairs(-matrix, count);
  pairs.values = -pairs.values;
  return pairs;
}

}  // namespace dsne::sphere
