#pragma once

#include <functional>

#include "tsne/affinities.h"

namespace dsne::tsne {

/// Computes the symmetric affinities (C + Cᵀ)/2N (main paper, algorithm 1).
/// @param conditional C in compressed rows, a row's columns in any order, each at most once
/// @param points N; may exceed C's rows when C is part of a larger matrix
Affinities symmetrized(Affinities conditional, Eigen::Index points);

/// Computes the matrix of combine(c_ij, c_ji) wherever at least one of the two exists; a missing
/// one counts as 0.
/// @param matrix a square C in compressed rows, a row's columns in any order, each at most once
Affinities combined_with_transpose(Affinities matrix,
                                   const std::function<double(double, double)>& combine);

}  // namespace dsne::tsne
