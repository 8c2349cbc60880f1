#pragma once

#include <functional>

#include "tsne/affinities.h"

namespace dsne::tsne {

/// The symmetric affinities (C + Cᵀ)/2N of conditional ones (main paper, algorithm 1).
/// @param conditional C, rows compressed, the columns of a row in any order, each at most once
/// @param points N, which may be more than C has rows when C is a part of a larger matrix
Affinities symmetrized(Affinities conditional, Eigen::Index points);

/// The matrix of combine(c_ij, c_ji), wherever one of them is there; 0 stands for one that is not.
/// @param matrix a square C, rows compressed, the columns of a row in any order, each at most once
Affinities combined_with_transpose(Affinities matrix,
                                   const std::function<double(double, double)>& combine);

}  // namespace dsne::tsne
