#pragma once

#include "core/matrix.h"

namespace dsne::data {

/// Principal components of a data set.
struct Pca {
  RowVector mean;     ///< 1 × features
  Matrix components;  ///< features × dimensions, orthonormal columns, by falling variance; the
                      ///< entry of largest absolute value in each column is positive
  Vector variances;   ///< variance along each component (ddof 1)
};

/// Fits the first `dimensions` principal components, by the covariance or, with fewer points than
/// features, by the Gram matrix. There are at most min(features, points − 1) of them, fewer if no
/// variance is left.
/// @pre points has at least two rows, dimensions >= 1
Pca fit_pca(const Matrix& points, Eigen::Index dimensions);

/// Returns orthonormal columns with the same span.
/// @pre at most as many columns as rows
Matrix orthonormal(const Eigen::MatrixXd& columns);

/// Returns the points' coordinates along the components: points × dimensions.
Matrix project(const Pca& pca, const Matrix& points);

}  // namespace dsne::data
