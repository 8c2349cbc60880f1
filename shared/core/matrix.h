#pragma once

#include <Eigen/Core>

namespace dsne {

/// Points in rows, in C order: data (points × features) and coordinates (points × dimensions).
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using RowVector = Eigen::RowVectorXd;

/// Returns the longest side of the points' bounding box.
inline double extent_of(const Matrix& points) {
  return (points.colwise().maxCoeff() - points.colwise().minCoeff()).maxCoeff();
}

}  // namespace dsne
