#pragma once

#include "tsne/kd_tree.h"
#include "tsne/repulsion.h"

namespace dsne::tsne {

/// Computes the repulsion in about N·log N steps by a tree code (Barnes & Hut 1986; van der Maaten
/// 2014). Interactions are found once for a whole leaf (Barnes 1990), so that their sums are
/// vectorized.
///
/// A cell far from the leaf acts through its number of points m, their mean and their second
/// moments. With d from the mean to the place, M = Σ (y − mean)(y − mean)ᵀ, t = tr M, q = dᵀMd and
/// w = 1/(1 + ‖d‖²), the second-order expansion of Σ_j w_ij is m·w − t·w² + 4·q·w³, and the force
/// is half of its negative gradient. Near points act one by one.
///
/// The forces' relative L2 error is at most about 1e-3: 1e-7 on the tiny maps of the first
/// iterations, up to 1e-3 on maps a few units wide, 1e-4 on finished ones. The error of Z is ten
/// times smaller. Gives the same bits with any number of threads.
/// @param coordinates points × 2 or 3, at least one point
Repulsion tree_repulsion(const Matrix& coordinates);

/// The repulsion of one tree's points on each point of another tree, or of the same.
struct TreeEffects {
  Matrix forces;   ///< Σ_j W_j w_ij² (y_i − y_j) for each
  Vector weights;  ///< Σ_j W_j w_ij for each; a point in both trees adds its own W
};

/// Computes the repulsion between trees of weighted points: a cell's m is its Σ W, and its mean and
/// moments count each point W times. Gives the same bits with any number of threads.
/// @param places, sources around one origin, of the same dimensions
/// @return in the order of the coordinates that `places` was built from
TreeEffects tree_effects(const KdTree& places, const KdTree& sources);

}  // namespace dsne::tsne
