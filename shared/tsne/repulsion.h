#pragma once

#include "coinstac/matrix.h"

namespace dsne {

/// The repulsive half of the gradient, before it is divided by Z: Σ_j w_ij² (y_i − y_j) for each i,
/// and Z = Σ_{k≠l} w_kl over all pairs, with w_ij = 1/(1 + ‖y_i − y_j‖²).
struct Repulsion {
  Matrix forces;  ///< points × dimensions
  double z = 0;
};

/// What pairs are computed in; sums over many of them are double either way.
enum class Precision {
  single,  ///< several times as fast; the relative L2 error of the forces is about 1e-6 on a map
           ///< tens of units wide, and grows with its width
  full     ///< double
};

/// All pairs. The same bits on every run on one machine, whatever the number of threads.
/// @param places points × 2 or 3
Repulsion repulsion(const Matrix& places, Precision precision);

}  // namespace dsne
