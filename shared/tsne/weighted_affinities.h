#pragma once

#include <functional>

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/neighbour_affinities.h"

namespace dsne::tsne {

/// A point's squared distances to all candidates; infinite to one that is no candidate for it.
using DistancesOf = std::function<Vector(Eigen::Index point)>;

/// Points' affinities over candidates that stand for several points each: p_j ∝ W_j·exp(−β·D_j),
/// the entropy being that over the single points. Each point has its nearest candidates that stand
/// for 3·perplexity points together. The perplexity is at most a third of Σ W, and at least 1.
/// @param distances called from several threads
/// @param weights W, positive, one per candidate
/// @return rows as long as the longest; what a shorter row has at its end is 0. The row of a point
///   without any candidate is 0
NeighbourAffinities weighted_affinities(Eigen::Index points, const DistancesOf& distances,
                                        const Vector& weights, double perplexity);

/// The entries above 0 as a row-compressed matrix, each row times its factor.
/// @param factors one per point
Affinities compressed(const NeighbourAffinities& affinities, const Vector& factors);

}  // namespace dsne::tsne
