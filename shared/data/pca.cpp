#include "data/pca.h"

#include <Eigen/QR>
#include <algorithm>
#include <optional>
#include <utility>

#include "core/eigenpairs.h"
#include "core/products.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// Components whose variance is a smaller share of the largest are rounding errors.
constexpr double smallest_share = 1e-12;

/// Lanczos iterations are faster if there are this many times more eigenvalues than wanted.
constexpr double least_variance = 1e-280;  ///< squares of smaller deviations have lost their digits
constexpr Index lanczos_share = 5;
constexpr Index lanczos_spare = 10;  ///< vectors beyond twice the wanted ones
constexpr Index lanczos_restarts = 1000;
constexpr double lanczos_tolerance = 1e-13;

// The second step removes the rounding error of the first sum, so that a constant feature has no
// variance.
RowVector accurate_mean(const Matrix& points) {
  const RowVector mean = points.colwise().mean();
  return mean + (points.rowwise() - mean).colwise().mean();
}

/// Few of many by Lanczos iterations, where a full decomposition would waste nearly all its work.
Eigenpairs largest_eigenpairs(const Eigen::MatrixXd& matrix, Index count) {
  const Index basis = 2 * count + lanczos_spare;
  if (count == 0 || matrix.rows() < std::max(lanczos_share * count, basis)) {
    return all_eigenpairs(matrix);
  }
  const auto product = [&](const double* in, double* out) {
    const Index size = matrix.rows();
    Eigen::Map<Vector>(out, size).noalias() =
        matrix.selfadjointView<Eigen::Lower>() * Eigen::Map<const Vector>(in, size);
  };
  std::optional<Eigenpairs> found =
      first_eigenpairs(product, matrix.rows(), count, {basis, lanczos_restarts, lanczos_tolerance});
  return found ? *std::move(found) : all_eigenpairs(matrix);
}

// How many of the first eigenvalues belong to components to keep.
Index kept(const Vector& eigenvalues, Index dimensions) {
  const double largest = eigenvalues.size() > 0 ? eigenvalues(0) : 0;
  const auto real =
      (eigenvalues.array() > std::max(least_variance, smallest_share * largest)).count();
  return std::min(real, dimensions);
}

/// Flips columns so that in each the entry of largest absolute value is positive.
Matrix with_largest_entries_positive(Matrix columns) {
  for (auto column : columns.colwise()) {
    Index largest = 0;
    column.cwiseAbs().maxCoeff(&largest);
    if (column(largest) < 0) column = -column;
  }
  return columns;
}

}  // namespace

Pca fit_pca(const Matrix& points, Index dimensions) {
  Pca pca;
  pca.mean = accurate_mean(points);
  const Matrix centred = points.rowwise() - pca.mean;
  const auto degrees = static_cast<double>(points.rows() - 1);
  const bool by_covariance = points.cols() <= points.rows();
  const Matrix rows = by_covariance ? Matrix(centred.transpose()) : centred;
  const Eigen::MatrixXd products = times_own_transpose(rows) / degrees;
  const Index most = std::min({dimensions, points.rows() - 1, products.rows()});
  const Eigenpairs pairs = largest_eigenpairs(products, most);
  const Index count = kept(pairs.values, most);
  pca.variances = pairs.values.head(count);
  Eigen::MatrixXd vectors = pairs.vectors.leftCols(count);
  if (!by_covariance) {
    // Components of small variance lose their right angles to rounding; orthonormal restores them.
    vectors = orthonormal((centred.transpose() * vectors).colwise().normalized());
  }
  pca.components = with_largest_entries_positive(vectors);
  return pca;
}

Matrix orthonormal(const Eigen::MatrixXd& columns) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
  return qr.householderQ() * Eigen::MatrixXd::Identity(columns.rows(), columns.cols());
}

Matrix project(const Pca& pca, const Matrix& points) {
  return times_transpose(points.rowwise() - pca.mean, pca.components.transpose());
}

}  // namespace dsne::data
