#pragma once

#include <vector>

#include "core/matrix.h"
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

/// Each point's affinities over the others: over the 3·perplexity nearest of them. The perplexity
/// is at most largest_perplexity of as many points, and at least 1.
/// @return nothing for one point alone
NeighbourAffinities affinities_among(const Matrix& points, double perplexity);

/// Each point's affinities over candidates of which it is none, with a perplexity of at most a
/// third of their number.
/// @param points, candidates in the same features
NeighbourAffinities affinities_over(const Matrix& points, const Matrix& candidates,
                                    double perplexity);

}  // namespace dsne::tsne
