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

/// The same for the points that the components were fitted to, but each point's coordinates come
/// from components that it had no part in, as those of any other point do: components fit few
/// points of many features better than further ones of the kind, and draw the latter together.
/// (Cross-fitting: components fitted without a fifth of the points project that fifth, and are
/// turned onto the whole set's by orthogonal Procrustes, Schönemann 1966.) As `project`, of fewer
/// than ten points.
/// @param pca fit_pca's of the points
Matrix project_held_out(const Pca& pca, const Matrix& points);

}  // namespace dsne::data
