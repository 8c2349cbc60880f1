#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tsne/repulsion.h"

namespace dsne::tsne {

/// A set of a tree's points, [begin, end) in its order, with the moments that stand for it from
/// afar.
struct TreeCell {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  FloatPlace low{};  ///< the corners of the smallest box around the points
  FloatPlace high{};
  float weight = 0;                ///< Σ W, how many points it stands for
  FloatPlace centre{};             ///< the points' mean, each counted W times
  std::array<float, 6> moments{};  ///< Σ W (y − centre)(y − centre)ᵀ: xx, xy, yy, xu, yu, uu
  float spread = 0;                ///< mean squared distance from the centre
};

/// A balanced k-d tree (Bentley 1975): each cell is halved at the median of its box's longest side,
/// so outliers and duplicates make it no deeper.
struct KdTree {
  std::vector<std::uint32_t> order;  ///< points in the tree's order
  Coordinates coordinates;           ///< of the points in that order
  FloatWeights weights;              ///< W in that order
  std::vector<TreeCell> cells;       ///< the halves of cell k are 2k + 1 and 2k + 2

  /// Returns the first leaf. The leaves are the last cells, in the order of their points.
  std::size_t first_leaf() const { return cells.size() / 2; }
};

/// Builds a tree whose leaves have at most 64 points, and at least 32 if there are as many. Does
/// not depend on the number of threads.
/// @param coordinates at least one point
/// @param weights W, how many points each stands for
KdTree kd_tree(const Coordinates& coordinates, const FloatWeights& weights);

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
