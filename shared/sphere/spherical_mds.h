#pragma once

#include <functional>

#include "core/eigenpairs.h"
#include "core/matrix.h"

namespace dsne::sphere {

/// A function of points (rows) on a surface.
struct Objective {
  /// Returns the value and writes the gradient in the surrounding space.
  std::function<double(const Matrix& points, Matrix& gradient)> evaluate;
  /// Moves points near the surface onto it.
  std::function<void(Matrix& points)> retract;
  /// Removes from each row's vector the part that is not tangent to the surface.
  std::function<void(const Matrix& points, Matrix& vectors)> project;
};

struct DescentLimits {
  int evaluations = 300;    ///< of the function
  double tolerance = 1e-6;  ///< ends the descent when a step's relative decrease is smaller
};

/// Minimises a function on the surface by nonlinear conjugate gradients (Polak & Ribière, restarted
/// where they do not descend) with backtracking.
/// @return points whose value is at most the start's
Matrix descend(const Objective& objective, Matrix start, const DescentLimits& limits = {});

/// Computes the `count` largest eigenpairs, largest first. Large matrices use Lanczos iterations,
/// which need little time and no other memory. The same matrix gives the same vectors with any
/// number of threads.
/// @pre a symmetric matrix of finite numbers, 1 <= count <= its rows
Eigenpairs leading_eigenpairs(const Matrix& matrix, Eigen::Index count);

// Points on the unit sphere whose angles are those of a correlation matrix: Chung and Chen,
// "Embedding of Functional Human Brain Networks on a Sphere" (2022).

/// Computes the arc cosines of numbers in [−1, 1] to 1e-12, several at a time; much faster than
/// std::acos.
void arc_cosines(const double* cosines, Eigen::Index count, double* angles);

/// Computes the angles arccos(c), with 0 on the diagonal. Numbers beyond ±1 count as ±1.
Matrix angles_of(const Matrix& correlations);

/// Computes the paper's closed form: rows of the eigenvectors times the square roots of their
/// eigenvalues, scaled to length 1. A negative eigenvalue counts as 0. A row that is negligible
/// beside the longest, such as that of a region without correlations, has no direction: it is NaN.
Matrix closed_form(const Eigenpairs& leading);

/// Computes the paper's equation 3 over each pair once: Σ (angle − angle on the sphere)².
/// @param angles symmetric, 0 on the diagonal
/// @param points rows of length 1, as many
/// @param gradient in the surrounding space
double spherical_loss(const Matrix& angles, const Matrix& points, Matrix& gradient);

/// Minimises `spherical_loss` from a start, to a local minimum. The paper leaves this step out.
Matrix minimised_on_sphere(const Matrix& angles, Matrix start, const DescentLimits& limits = {});

/// Computes the angles between all rows, of length 1, and one of them.
RowVector angles_to(const Matrix& points, Eigen::Index row);

/// Rotates, and reflects if that is better, points as near as possible to others row by row
/// (orthogonal Procrustes). Rows that are NaN in either do not count, and stay NaN.
Matrix turned_onto(const Matrix& points, const Matrix& others);

/// Computes the angle between corresponding rows; NaN where either is NaN.
Vector angles_between(const Matrix& points, const Matrix& others);

/// Computes the root mean square of the values that are not NaN; 0 if all are.
double root_mean_square(const Vector& values);

}  // namespace dsne::sphere
