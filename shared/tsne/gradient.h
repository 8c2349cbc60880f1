#pragma once

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/repulsion.h"

namespace dsne::tsne {

/// Computes the gradient's attractive half: Σ_j p_ij w_ij (y_i − y_j) for each i.
Matrix attraction(const Affinities& affinities, const Matrix& coordinates);

/// Computes the gradient ∂J/∂y_i = 4 Σ_j (e·p_ij − q_ij) w_ij (y_i − y_j), q over all pairs (main
/// paper, equation 4).
/// @param exaggeration e; 1 gives the gradient of the KL divergence itself
/// @param precision of the repulsion
Matrix gradient(const Affinities& affinities, const Matrix& coordinates, double exaggeration,
                Precision precision = Precision::single);

/// Combines the gradient's halves, for the first points of an embedding: as many as `attractive`
/// has rows.
/// @param attractive Σ_j p_ij w_ij (y_i − y_j) for each of them
/// @param repulsive of all points of the embedding
Matrix gradient(const Matrix& attractive, const Repulsion& repulsive, double exaggeration);

/// Computes the KL divergence J = Σ p_ij ln(p_ij/q_ij) in nats (main paper, equation 3).
double kl_divergence(const Affinities& affinities, const Matrix& coordinates);

}  // namespace dsne::tsne
