#pragma once

#include <functional>
#include <optional>

#include "core/matrix.h"

namespace dsne {

/// Eigenvalues of a symmetric matrix, the largest first, and their vectors in columns, of length 1.
struct Eigenpairs {
  Vector values;
  Eigen::MatrixXd vectors;
};

/// All of them. @pre finite numbers; of the matrix only the lower triangle is read
Eigenpairs all_eigenpairs(const Eigen::MatrixXd& symmetric);

/// A symmetric matrix as the product of it and a vector: reads one and writes one.
using SymmetricProduct = std::function<void(const double* in, double* out)>;

/// Lanczos iterations: how many vectors they keep, how often they restart, when they end.
struct Lanczos {
  Eigen::Index vectors;
  Eigen::Index restarts;
  double tolerance;
};

/// The first `count` of a matrix of `size` rows by Lanczos iterations, for which the matrix need
/// not be there. None if they do not converge. The same products give the same pairs.
/// @pre 1 <= count < lanczos.vectors <= size
std::optional<Eigenpairs> first_eigenpairs(const SymmetricProduct& product, Eigen::Index size,
                                           Eigen::Index count, const Lanczos& lanczos);

}  // namespace dsne
