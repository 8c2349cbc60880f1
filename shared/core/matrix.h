#pragma once

#include <Eigen/Core>

namespace dsne {

/// Points in rows, in C order: data (points × features) and places (points × map dimensions).
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using RowVector = Eigen::RowVectorXd;

}  // namespace dsne
