#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// Rotates, and reflects if that is better, points as near as possible to others row by row
/// (orthogonal Procrustes). Rows that are NaN in either do not count, and stay NaN.
Matrix turned_onto(const Matrix& points, const Matrix& others);

/// Computes the angle between corresponding rows; NaN where either is NaN.
Vector angles_between(const Matrix& points, const Matrix& others);

/// Computes the root mean square of the values that are not NaN; 0 if all are.
double root_mean_square(const Vector& values);

}  // namespace dsne::sphere
