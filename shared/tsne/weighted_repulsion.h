#pragma once

#include "tsne/repulsion.h"

namespace dsne::tsne {

/// Points that stand for several each.
struct WeightedPoints {
  Matrix coordinates;  ///< points × 2 or 3
  Vector weights;      ///< how many points each stands for; need not be whole
};

/// Computes the repulsion on an embedding's points in the presence of fixed weighted points. Uses
/// single precision with sums in double: all pairs, or a tree where they are many.
/// @param normalizer_of_others Z of the others alone
/// @return the forces on the points of `coordinates`, and Z over all pairs of all points
Repulsion repulsion(const Matrix& coordinates, const WeightedPoints& others,
                    double normalizer_of_others);

/// Computes the repulsion between weighted points: the forces Σ_j W_j w_ij² (y_i − y_j) on one of
/// the points that i stands for, and Z = Σ_{i≠j} W_i W_j w_ij. The points that i stands for do not
/// repel each other, so Z is smaller by Σ W_i (W_i − 1) than for coincident points. Uses single
/// precision, and a tree where points are many.
Repulsion repulsion(const WeightedPoints& points);

}  // namespace dsne::tsne
