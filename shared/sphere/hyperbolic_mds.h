#pragma once

#include "core/matrix.h"
#include "sphere/spherical_mds.h"

namespace dsne::sphere {

// Points with given distances on the hyperbolic plane of curvature −1, for comparison with the
// sphere. A point has two coordinates (a, b) of the hyperboloid (√(1 + a² + b²), a, b).

/// Computes a start in closed form, which minimises the strain: Keller-Ressel and Nargang, "Hydra:
/// a method for strain-minimizing hyperbolic embedding of network- and distance-based data" (2020).
/// @param distances symmetric, 0 on the diagonal
Matrix hyperbolic_closed_form(const Matrix& distances);

/// Computes Σ (distance − hyperbolic distance)² over each pair once, and its gradient.
double hyperbolic_loss(const Matrix& distances, const Matrix& points, Matrix& gradient);

/// Minimises `hyperbolic_loss` from a start, to a local minimum.
Matrix minimised_on_hyperboloid(const Matrix& distances, Matrix start,
                                const DescentLimits& limits = {});

/// Computes the hyperbolic distances between all points and one of them.
RowVector hyperbolic_distances_to(const Matrix& points, Eigen::Index row);

/// Projects the points onto the Poincaré disk, within the unit circle.
Matrix on_poincare_disk(const Matrix& points);

}  // namespace dsne::sphere
