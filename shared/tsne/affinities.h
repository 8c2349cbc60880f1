#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"
#include "tsne/neighbours.h"

namespace dsne::tsne {

/// Joint affinities P of a data set: a symmetric sparse matrix, rows compressed, columns rising,
/// nothing on the diagonal, all entries summing to 1.
struct Affinities {
  std::vector<std::uint64_t> offsets;  ///< points + 1; row i is [offsets[i], offsets[i + 1])
  std::vector<std::uint32_t> columns;
  std::vector<double> values;

  Eigen::Index points() const { return static_cast<Eigen::Index>(offsets.size()) - 1; }
};

/// Conditional affinities p_{j|i} of each point to its neighbours (points × neighbours.count): a
/// Gaussian whose width makes the entropy log(perplexity), to 1e-5 (main paper, equation 1). Where
/// ties make that impossible, as close as can be.
/// @pre 1 <= perplexity < neighbours.count, or one neighbour only
std::vector<double> conditional_affinities(const Neighbours& neighbours, double perplexity);

/// One row of these, of `weights.size()` neighbours, nearest first, where a neighbour counts as
/// often as its weight says: p_{j|i} ∝ weight_j·exp(…), spread over the points that it counts for,
/// so that the perplexity is in single ones.
/// @param weights positive
/// @param entropy log(perplexity)
/// @param out as many numbers, of sum 1
void conditional_row(const double* squared_distances, const std::vector<double>& weights,
                     double entropy, double* out);

/// Joint affinities P = (C + Cᵀ)/2N over each point's 3·perplexity nearest neighbours, or over all
/// pairs when there are not more (main paper, algorithm 1).
/// @param points N × features, N >= 2
/// @throws InputError when perplexity is below 1 or above (N − 1)/3
Affinities joint_affinities(const Matrix& points, double perplexity);

/// The same over each point's nearest `neighbours`, or over all pairs when there are not more. The
/// more of them share the perplexity, the narrower the Gaussians.
/// @pre neighbours > perplexity
Affinities joint_affinities(const Matrix& points, double perplexity, Eigen::Index neighbours);

/// The largest perplexity that `points` points allow: (points − 1)/3.
double largest_perplexity(Eigen::Index points);

}  // namespace dsne::tsne
