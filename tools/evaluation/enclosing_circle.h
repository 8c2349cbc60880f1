#pragma once

#include "core/matrix.h"

namespace dsne::evaluation {

/// The radius of the smallest circle that encloses points in the plane; 0 when all are one place.
/// @param points at least one × 2; finite
double enclosing_radius(const Matrix& points);

}  // namespace dsne::evaluation
