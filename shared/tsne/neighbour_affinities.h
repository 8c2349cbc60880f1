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

/// Computes each point's affinities over its 3·perplexity nearest other points. The perplexity is
/// limited to [1, largest_perplexity(points)].
/// @return nothing for a single point
NeighbourAffinities affinities_among(const Matrix& points, double perplexity);

/// Computes each point's affinities over a separate set of candidates. The perplexity is limited to
/// a third of their number.
/// @param points, candidates in the same features
NeighbourAffinities affinities_over(const Matrix& points, const Matrix& candidates,
                                    double perplexity);

}  // namespace dsne::tsne
