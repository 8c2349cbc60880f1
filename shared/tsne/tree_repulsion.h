#pragma once

#include "tsne/kd_tree.h"
#include "tsne/repulsion.h"

namespace dsne::tsne {

/// The repulsion in about N·log N steps, by a tree code (Barnes & Hut 1986; van der Maaten 2014) of
/// the kind that finds interactions once for a whole leaf (Barnes 1990), so that they are summed in
/// vectors. A cell far from the leaf acts through its number of points, their mean and their second
/// moments: with d from the mean to the place, M = Σ (y − mean)(y − mean)ᵀ, t = tr M, q = dᵀMd and
/// w = 1/(1 + ‖d‖²), the expansion of Σ_j w_ij to second order is m·w − t·w² + 4·q·w³, and the
/// force half of its fall. Near points act one by one.
///
/// The relative L2 error of the forces is about 1e-3 at most: 1e-7 on the tiny maps of the first
/// iterations, up to 1e-3 on maps a few units wide, 1e-4 on finished ones. That of Z is ten times
/// smaller. The same bits whatever the number of threads.
/// @param coordinates points × 2 or 3, at least one point
Repulsion tree_repulsion(const Matrix& coordinates);

/// What the points of one tree do to each of another's, or of the same.
struct TreeEffects {
  Matrix forces;   ///< Σ_j W_j w_ij² (y_i − y_j) for each
  Vector weights;  ///< Σ_j W_j w_ij for each; a point that is in both trees adds its own W
};

/// The same way of summing for points that stand for several each: a cell's number of points is
/// its Σ W, and its mean and moments count each point W times. The same bits whatever the number
/// of threads.
/// @param places, sources around one origin, of as many dimensions
/// @return in the order of the coordinates that `places` was made of
TreeEffects tree_effects(const KdTree& places, const KdTree& sources);

}  // namespace dsne::tsne
