#pragma once

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/neighbour_affinities.h"

namespace dsne::tsne {

/// As many of a point's nearest candidates are enough for its affinities: together they stand for
/// 3·perplexity points whichever they are. At most as many as there are candidates.
/// @param weights how many points each candidate stands for, positive
Eigen::Index enough_candidates(const Vector& weights, double perplexity);

/// Points' affinities over candidates that stand for several points each: p_j ∝ W_j·exp(−β·D_j),
/// the entropy being that over the single points. Each point has its nearest candidates that stand
/// for 3·perplexity points together. The perplexity is at most a third of Σ W, and at least 1.
/// @param nearest each point's candidates, nearest first; those at an infinite distance are none
/// @param weights W, one per candidate
/// @return rows as long as the longest; what a shorter row has at its end is 0. The row of a point
///   without any candidate is 0
NeighbourAffinities weighted_affinities(const Neighbours& nearest, const Vector& weights,
                                        double perplexity);

/// The entries above 0 as a row-compressed matrix, each row times its factor.
/// @param factors one per point
Affinities compressed(const NeighbourAffinities& affinities, const Vector& factors);

}  // namespace dsne::tsne
