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

/// Points' conditional affinities over their nearest candidates.
struct NeighbourAffinities {
  Neighbours neighbours;       ///< each point's nearest candidates
  std::vector<double> values;  ///< points × neighbours.count; each row sums to 1

  Eigen::Index points() const { return neighbours.queries(); }
};

/// Computes each point's affinities over its 3·perplexity nearest other points. The perplexity is
/// limited to [1, largest_perplexity(points)].
/// @return nothing for a single point
NeighbourAffinities affinities_among(const Matrix& points, double perplexity);

/// Computes each point's affinities over a separate set of candidates. The perplexity is limited to
/// a third of their number.
/// @param points, candidates in the same features
NeighbourAffinities affinities_over(const Matrix& points, const Matrix& candidates,
                                    double perplexity);

/// Returns how many nearest candidates a point needs for its affinities: whichever they are, they
/// stand for 3·perplexity points together. At most the number of candidates.
/// @param weights how many points each candidate stands for, positive
Eigen::Index enough_candidates(const Vector& weights, double perplexity);

/// Computes points' affinities over weighted candidates: p_j ∝ W_j·exp(−β·D_j), the entropy
/// counting a candidate of weight W as W single points. Each point uses its nearest candidates that
/// stand for 3·perplexity points together. The perplexity is limited to [1, Σ W / 3].
/// @param nearest each point's candidates, nearest first; those at infinite distance are ignored
/// @param weights W, one per candidate
/// @return rows as long as the longest, padded with 0; a point without candidates has a row of 0
NeighbourAffinities weighted_affinities(const Neighbours& nearest, const Vector& weights,
                                        double perplexity);

/// Compresses the entries above 0 into rows, each row multiplied with its factor.
Affinities compressed(const NeighbourAffinities& affinities, const Vector& factors);

}  // namespace dsne::tsne
