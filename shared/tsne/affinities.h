#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/matrix.h"
#include "tsne/neighbours.h"

namespace dsne::tsne {

/// Joint affinities P of a data set: a symmetric sparse matrix in compressed rows, columns
/// ascending, nothing on the diagonal. All entries sum to 1.
struct Affinities {
  std::vector<std::uint64_t> offsets;  ///< points + 1; row i is [offsets[i], offsets[i + 1])
  std::vector<std::uint32_t> columns;
  std::vector<double> values;

  Eigen::Index points() const { return static_cast<Eigen::Index>(offsets.size()) - 1; }
};

/// Computes the conditional affinities p_{j|i} of each point to its neighbours (points ×
/// neighbours.count). The Gaussian's width makes the entropy log(perplexity), to 1e-5 (main paper,
/// equation 1), or as close as ties allow.
/// @pre 1 <= perplexity < neighbours.count, or one neighbour only
std::vector<double> conditional_affinities(const Neighbours& neighbours, double perplexity);

/// Computes one row of conditional affinities to weighted neighbours, nearest first: p_{j|i} ∝
/// weight_j·exp(…). The entropy counts a neighbour of weight w as w single points.
/// @param weights positive
/// @param entropy log(perplexity)
/// @param out `weights.size()` numbers that sum to 1
void conditional_row(const double* squared_distances, const std::vector<double>& weights,
                     double entropy, double* out);

/// Computes the joint affinities P = (C + Cᵀ)/2N over each point's 3·perplexity nearest neighbours,
/// or over all pairs when there are fewer (main paper, algorithm 1).
/// @param points N × features, N >= 2
/// @throws InputError when perplexity is below 1 or above (N − 1)/3
Affinities joint_affinities(const Matrix& points, double perplexity);

/// Computes the joint affinities over each point's nearest `neighbours`, or over all pairs when
/// there are fewer. The more neighbours share a perplexity, the narrower the Gaussians.
/// @pre neighbours > perplexity
Affinities joint_affinities(const Matrix& points, double perplexity, Eigen::Index neighbours);

/// Returns the largest perplexity that a number of points allows: (points − 1)/3.
double largest_perplexity(Eigen::Index points);

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
