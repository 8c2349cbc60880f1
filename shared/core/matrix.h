#pragma once

#include <Eigen/Core>

namespace dsne {

/// Points in rows, in C order: data (points × features) and places (points × map dimensions).
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using RowVector = Eigen::RowVectorXd;

/// The longest side of the box around points.
inline double extent_of(const Matrix& points) {
  return (points.colwise().maxCoeff() - points.colwise().minCoeff()).maxCoeff();
}

}  // namespace dsne
