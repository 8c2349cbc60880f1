#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tsne/pair_kernels.h"

namespace dsne::tsne {

/// A set of a tree's points, [begin, end) in its order, with the moments that stand for it from
/// afar.
struct Cell {
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
  FloatWeights weights;              ///< W in that order; empty where each point counts once
  std::vector<Cell> cells;           ///< the halves of cell k are 2k + 1 and 2k + 2

  /// Returns the first leaf. The leaves are the last cells, in the order of their points.
  std::size_t first_leaf() const { return cells.size() / 2; }
};

/// Builds a tree whose leaves have at most 64 points, and at least 32 if there are as many. Does
/// not depend on the number of threads.
/// @param coordinates at least one point
/// @param weights W, how many points each stands for; empty where each counts once
KdTree kd_tree(const Coordinates& coordinates, const FloatWeights& weights = {});

/// Returns the squared distance between two cells' boxes; 0 where they overlap.
float squared_gap(const Cell& a, const Cell& b);

}  // namespace dsne::tsne
