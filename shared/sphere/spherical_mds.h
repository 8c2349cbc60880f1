#pragma once

#include "core/matrix.h"
#include "sphere/descent.h"
#include "sphere/eigenpairs.h"

namespace dsne::sphere {

// Points on the unit sphere whose angles are those of a correlation matrix: Chung and Chen,
// "Embedding of Functional Human Brain Networks on a Sphere" (2022).

/// The angles arccos(c); 0 on the diagonal. Numbers beyond ±1 count as that.
Matrix angles_of(const Matrix& correlations);

/// The paper's closed form: rows of the eigenvectors times the roots of their eigenvalues, scaled
/// to length 1. An eigenvalue below 0 counts as 0. A row that vanishes beside the longest, as that
/// of something that goes with nothing else, points nowhere: it is NaN.
Matrix closed_form(const Eigenpairs& leading);

/// The paper's equation 3 over each pair once: Σ (angle − angle on the sphere)².
/// @param angles symmetric, 0 on the diagonal
/// @param points rows of length 1, as many
/// @param gradient in the space around the sphere
double spherical_loss(const Matrix& angles, const Matrix& points, Matrix& gradient);

/// That loss minimised from a start, which the paper leaves out; it ends in a local minimum.
Matrix minimised_on_sphere(const Matrix& angles, Matrix start, const DescentLimits& limits = {});

/// The angles between rows of length 1 and one of them.
RowVector angles_to(const Matrix& points, Eigen::Index row);

}  // namespace dsne::sphere
