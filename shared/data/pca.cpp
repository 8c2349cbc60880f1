#include "data/pca.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

namespace dsne {
namespace {

using Eigen::Index;
using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

/// Components whose variance is a smaller share of the largest are rounding errors.
constexpr double smallest_share = 1e-12;

// The second step takes the rounding error of the first sum away, so that a feature that is the
// same in all points has no variance at all.
RowVector accurate_mean(const Matrix& points) {
  const RowVector mean = points.colwise().mean();
  return mean + (points.rowwise() - mean).colwise().mean();
}

// How many of the solver's eigenvalues, which rise, are components to keep.
Index kept(const Vector& eigenvalues, Index dimensions) {
  const double largest = eigenvalues.size() > 0 ? eigenvalues(eigenvalues.size() - 1) : 0;
  const auto real = (eigenvalues.array() > std::max(0.0, smallest_share * largest)).count();
  return std::min(real, dimensions);
}

void make_largest_entries_positive(Matrix& components) {
  for (auto component : components.colwise()) {
    Index largest = 0;
    component.cwiseAbs().maxCoeff(&largest);
    if (component(largest) < 0) component = -component;
  }
}

// The components from the eigenvectors of the Gram matrix. Those of small variance lose their right
// angles to rounding, which the QR decomposition restores.
Matrix from_gram(const Matrix& centred, const Eigen::MatrixXd& vectors) {
  const Eigen::MatrixXd components = (centred.transpose() * vectors).colwise().normalized();
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(components);
  return qr.householderQ() * Eigen::MatrixXd::Identity(components.rows(), components.cols());
}

}  // namespace

Pca fit_pca(const Matrix& points, Index dimensions) {
  Pca pca;
  pca.mean = accurate_mean(points);
  const Matrix centred = points.rowwise() - pca.mean;
  const auto degrees = static_cast<double>(points.rows() - 1);
  const bool by_covariance = points.cols() <= points.rows();
  Eigen::MatrixXd products;
  if (by_covariance) {
    products = centred.transpose() * centred / degrees;
  } else {
    products = centred * centred.transpose() / degrees;
  }
  const Solver solver(products);
  const Index count = kept(solver.eigenvalues(), std::min(dimensions, points.rows() - 1));
  pca.variances = solver.eigenvalues().tail(count).reverse();
  const Eigen::MatrixXd vectors = solver.eigenvectors().rightCols(count).rowwise().reverse();
  if (by_covariance) {
    pca.components = vectors;
  } else {
    pca.components = from_gram(centred, vectors);
  }
  make_largest_entries_positive(pca.components);
  return pca;
}

Matrix project(const Pca& pca, const Matrix& points) {
  return (points.rowwise() - pca.mean) * pca.components;
}

}  // namespace dsne
