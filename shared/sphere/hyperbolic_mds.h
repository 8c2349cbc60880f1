#pragma once

#include "core/matrix.h"
#include "sphere/descent.h"

namespace dsne::sphere {

// Points on the hyperbolic plane of curvature −1 whose distances are given ones, to compare the
// sphere with. A point is two coordinates (a, b) of the hyperboloid (√(1 + a² + b²), a, b).

/// A start in closed form: strain minimised, Keller-Ressel and Nargang, "Hydra: a method for
/// strain-minimizing hyperbolic embedding of network- and distance-based data" (2020).
/// @param distances symmetric, 0 on the diagonal
Matrix hyperbolic_closed_form(const Matrix& distances);

/// Σ (distance − hyperbolic distance)² over each pair once, and its gradient.
double hyperbolic_loss(const Matrix& distances, const Matrix& points, Matrix& gradient);

/// That loss minimised from a start; it ends in a local minimum.
Matrix minimised_on_hyperboloid(const Matrix& distances, Matrix start,
                                const DescentLimits& limits = {});

/// Hyperbolic distances between points and one of them.
RowVector hyperbolic_distances_to(const Matrix& points, Eigen::Index row);

/// The points on the Poincaré disk, within the unit circle.
Matrix on_poincare_disk(const Matrix& points);

}  // namespace dsne::sphere
