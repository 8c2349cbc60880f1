#pragma once

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/neighbour_affinities.h"

namespace dsne::tsne {

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
