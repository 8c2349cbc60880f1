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
/// features, by the Gram matrix. There are at most min(features, points − 1) of them, less where
/// the data has no variance left.
/// @pre points has at least two rows, dimensions >= 1
Pca fit_pca(const Matrix& points, Eigen::Index dimensions);

/// Columns turned so that in each the entry of largest absolute value is positive.
Matrix with_largest_entries_positive(Matrix columns);

/// Columns of length 1 at right angles to each other that span what these do.
/// @pre there are no more columns than rows
Matrix orthonormal(const Eigen::MatrixXd& columns);

/// The points' coordinates along the components: points × dimensions.
Matrix project(const Pca& pca, const Matrix& points);

}  // namespace dsne::data
