#pragma once

#include "core/matrix.h"

namespace dsne::nn {

// Contrastive neighbour embedding (Damrich et al. 2023; equation 1 of Li et al., FedNE, 2024). The
// ends of an edge attract each other. The tails of the batch's other edges stand for all points and
// repel its head. The similarity is the Cauchy kernel φ = 1 / (1 + d²).

/// Added to squared distances in repulsion, because −log(1 − φ) has no bound.
inline constexpr double repulsion_softening = 1e-4;

/// The gradient with respect to the coordinates of an edge's ends.
struct EdgeGradient {
  Matrix heads;
  Matrix tails;
};

/// Computes the gradient of the mean over a batch of edges of −log φ(head, tail) − repulsion · mean
/// of log(1 − φ(head, other tail)).
/// @param heads, tails the edges' ends on the map, one row per edge
EdgeGradient contrastive_gradient(const Matrix& heads, const Matrix& tails, double repulsion);

/// Computes the gradient of repulsion · the mean over heads and others of −log(1 − φ(head, other));
/// `tails` is the gradient for the others.
/// @param others coordinates (rows), none of them a head's own
EdgeGradient repulsion_gradient(const Matrix& heads, const Matrix& others, double repulsion);

}  // namespace dsne::nn
