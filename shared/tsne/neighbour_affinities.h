#pragma once

#include <vector>

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/neighbours.h"

namespace dsne::tsne {

/// Points' conditional affinities over their nearest candidates.
struct NeighbourAffinities {
  Neighbours neighbours;       ///< each point's nearest candidates
  std::vector<double> values;  ///< points × neighbours.count; each row sums to 1

  Eigen::Index points() const {
    return neighbours.count > 0
               ? static_cast<Eigen::Index>(neighbours.indices.size()) / neighbours.count
               : 0;
  }
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
