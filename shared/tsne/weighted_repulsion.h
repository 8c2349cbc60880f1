#pragma once

#include "tsne/repulsion.h"

namespace dsne::tsne {

/// Points that stand for several each.
struct WeightedPoints {
  Matrix coordinates;  ///< points × 2 or 3
  Vector weights;      ///< how many points each stands for; need not be whole
};

/// The repulsion on a map's points where more points are known only by what stands for them, and
/// these stay where they are.
/// @param normalizer_of_others Z of the others alone
/// @return the forces on the points of `coordinates`, and Z over all pairs of all points
/// As with Precision::single: all pairs in single precision, their sums double; where they are
/// many, by a tree.
Repulsion repulsion(const Matrix& coordinates, const WeightedPoints& others,
                    double normalizer_of_others);

/// The repulsion of points that stand for several each: for each the forces Σ_j W_j w_ij² (y_i −
/// y_j) on one of those that it stands for, and Z = Σ_{i≠j} W_i W_j w_ij. What a point stands for
/// does not repel itself, so Z is smaller by Σ W_i (W_i − 1) than that of coincident points. In
/// single precision, by a tree where points are many.
Repulsion repulsion(const WeightedPoints& points);

}  // namespace dsne::tsne
