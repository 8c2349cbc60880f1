#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// The points turned, and mirrored where that is better, to lie as near as can be to others row by
/// row: orthogonal Procrustes. Rows that are NaN in one of the two do not count, and stay NaN.
Matrix turned_onto(const Matrix& points, const Matrix& others);

/// The angle between each row and the other's; NaN where one of the two is.
Vector angles_between(const Matrix& points, const Matrix& others);

/// The root of the mean square of what is not NaN; 0 where all is.
double root_mean_square(const Vector& values);

}  // namespace dsne::sphere
