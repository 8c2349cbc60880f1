#pragma once

#include "tsne/repulsion.h"

namespace dsne::tsne {

/// Points that stand for several each.
struct WeightedPoints {
  Matrix coordinates;  ///< points × 2 or 3
  Vector weights;      ///< how many points each stands for; need not be whole
};

/// The repulsion on a map's points where more points are known only by what stands for them.
/// @return the forces on the points of `coordinates`, and Z over all pairs of all points:
///   Σ_i W_i (Σ_j W_j w_ij − 1), with W 1 for those of `coordinates`
/// Pairs are single precision (Precision::single, but of the weighted points all), their sums
/// double.
Repulsion repulsion(const Matrix& coordinates, const WeightedPoints& others);

}  // namespace dsne::tsne
