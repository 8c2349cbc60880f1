#pragma once

#include <functional>
#include <optional>

#include "core/matrix.h"

namespace dsne {

/// Eigenvalues of a symmetric matrix, largest first, and their unit vectors in columns.
struct Eigenpairs {
  Vector values;
  Eigen::MatrixXd vectors;
};

/// Computes all eigenpairs. Reads only the lower triangle. @pre the numbers are finite
Eigenpairs all_eigenpairs(const Eigen::MatrixXd& symmetric);

/// Multiplies a symmetric matrix with the vector `in` and writes the product to `out`.
using SymmetricProduct = std::function<void(const double* in, double* out)>;

/// Settings of the Lanczos iterations: vectors kept, restarts at most, relative tolerance.
struct Lanczos {
  Eigen::Index vectors;
  Eigen::Index restarts;
  double tolerance;
};

/// Computes the `count` largest eigenpairs of a matrix of `size` rows by Lanczos iterations,
/// without forming the matrix. The same products give the same pairs.
/// @return nothing when the iterations do not converge
/// @pre 1 <= count < lanczos.vectors <= size
std::optional<Eigenpairs> first_eigenpairs(const SymmetricProduct& product, Eigen::Index size,
                                           Eigen::Index count, const Lanczos& lanczos);

/// Returns the nearest matrix with orthonormal columns (or rows, if these are fewer): U·Vᵀ of the
/// singular value decomposition. For `matrix` = AᵀB it is the rotation that takes the points A onto
/// B (orthogonal Procrustes; Schönemann 1966).
Matrix nearest_orthogonal(const Matrix& matrix);

/// Whether the columns are orthonormal to 1e-6, as every basis that comes from outside must be: a
/// direction at another scale would show where a sum meets its bound.
bool is_orthonormal(const Matrix& columns);

}  // namespace dsne
