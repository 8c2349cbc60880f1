#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// Computes the real spherical harmonics up to a degree, orthonormal on the sphere S². Degree l and
/// order m, from −l to l, is column l² + l + m.
/// @param points rows of length 1 in three dimensions
Matrix spherical_harmonics(const Matrix& points, int degree);

/// Computes the density of points on S², each smoothed by the heat kernel of a time, by harmonics
/// up to the degree. It integrates to 1. It can fall slightly below 0 if the degree is too small
/// for the time: exp(−degree·(degree + 1)·time) should be small.
/// @param points, at rows of length 1 in three dimensions
Vector heat_density(const Matrix& points, const Matrix& at, double time, int degree);

}  // namespace dsne::sphere
