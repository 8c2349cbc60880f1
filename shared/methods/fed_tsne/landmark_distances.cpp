#include "methods/fed_tsne/landmark_distances.h"

#include <Eigen/QR>

#include "tsne/neighbours.h"

namespace dsne::methods {
namespace {

/// Directions with a smaller share of the widest extent are rounding errors.
constexpr double smallest_share = 1e-8;

}  // namespace

Matrix landmark_distances(const Matrix& points, const Matrix& landmarks) {
  return tsne::squared_distances_between(points, landmarks).cwiseSqrt();
}

Matrix points_at_distances(const Matrix& distances, const Matrix& landmarks) {
  const RowVector centre = landmarks.colwise().mean();
  const Matrix about = landmarks.rowwise() - centre;
  const RowVector lengths = about.rowwise().squaredNorm();
  const Matrix squared = distances.array().square();
  const Vector means = squared.rowwise().mean();
  // ‖x − y_k‖² minus its mean over k is ‖y_k‖² minus its own mean − 2 y_k·x, around the centre.
  const Matrix products =
      ((-squared).colwise() + means).rowwise() + (lengths.array() - lengths.mean()).matrix();

  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> span;
  span.setThreshold(smallest_share);
  span.compute(about);
  const Matrix within = span.solve(products.transpose() / 2).transpose();
  const Vector off_span =
      (means.array() - lengths.mean() - within.rowwise().squaredNorm().array()).cwiseMax(0).sqrt();

  Matrix points(within.rows(), within.cols() + 1);
  points << within.rowwise() + centre, off_span;
  return points;
}

}  // namespace dsne::methods
