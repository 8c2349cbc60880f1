#pragma once

#include "coinstac/matrix.h"
#include "tsne/affinities.h"

namespace dsne {

/// The repulsive half of the gradient, before it is divided by Z: Σ_j w_ij² (y_i − y_j) for each i,
/// and Z = Σ_{k≠l} w_kl over all pairs, with w_ij = 1/(1 + ‖y_i − y_j‖²).
struct Repulsion {
  Matrix forces;  ///< points × dimensions
  double z = 0;
};

/// All pairs, exactly. The same bits on every run on one machine, whatever the number of threads.
/// @param places points × 2 or 3
Repulsion repulsion(const Matrix& places);

/// The attractive half: Σ_j p_ij w_ij (y_i − y_j) for each i.
Matrix attraction(const Affinities& affinities, const Matrix& places);

/// ∂J/∂y_i = 4 Σ_j (e·p_ij − q_ij) w_ij (y_i − y_j), q over all pairs (main paper, equation 4).
/// @param exaggeration e; 1 gives the gradient of the KL divergence itself
Matrix gradient(const Affinities& affinities, const Matrix& places, double exaggeration);

/// J = Σ p_ij ln(p_ij/q_ij) in nats (main paper, equation 3).
double kl_divergence(const Affinities& affinities, const Matrix& places);

}  // namespace dsne
