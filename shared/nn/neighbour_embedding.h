#pragma once

#include "core/matrix.h"

namespace dsne::nn {

// Contrastive neighbour embedding (Damrich et al. 2023; equation 1 of Li et al., FedNE, 2024): the
// ends of an edge attract each other, and its head is repelled by the tails of the batch's other
// edges, which stand for everyone. Points are alike by the Cauchy kernel φ = 1 / (1 + d²).

/// Added to squared distances where points repel: −log(1 − φ) has no bound.
inline constexpr double repulsion_softening = 1e-4;

/// The mean over a batch of edges of −log φ(head, tail) − repulsion · mean of log(1 − φ(head,
/// other tail)).
/// @param heads, tails the edges' ends on the map, one row per edge
double contrastive_loss(const Matrix& heads, const Matrix& tails, double repulsion);

/// How that changes with the places.
struct EdgeGradient {
  Matrix heads;
  Matrix tails;
};

EdgeGradient contrastive_gradient(const Matrix& heads, const Matrix& tails, double repulsion);

/// How repulsion · the mean over heads and others of −log(1 − φ(head, other)) changes with the
/// places; `tails` are the others'.
/// @param others places (rows), none of them a head's own
EdgeGradient repulsion_gradient(const Matrix& heads, const Matrix& others, double repulsion);

/// How one point's loss, the mean of −log φ over what attracts it − repulsion · mean of log(1 − φ)
/// over all that repels it, changes with its place.
/// @param attracting, repelling places (rows); a place that repels itself does nothing
RowVector slope_among(const RowVector& place, const Matrix& attracting, const Matrix& repelling,
                      double repulsion);

}  // namespace dsne::nn
