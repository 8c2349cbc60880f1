#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// The real spherical harmonics up to a degree, orthonormal on the sphere S²: that of degree l and
/// order m, from −l to l, in column l² + l + m.
/// @param points rows of length 1 in three dimensions
Matrix spherical_harmonics(const Matrix& points, int degree);

/// How densely points lie on S²: each spread by the heat kernel of that time, by harmonics up to
/// the degree; over the sphere it sums to 1. It can fall a little below 0 where the degree is too
/// small for the time: exp(−degree·(degree + 1)·time) should be small.
/// @param points, at rows of length 1 in three dimensions
Vector heat_density(const Matrix& points, const Matrix& at, double time, int degree);

}  // namespace dsne::sphere
