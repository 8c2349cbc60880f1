#pragma once

#include "core/matrix.h"

namespace dsne::tsne {

/// The repulsive half of the gradient before the division by Z: Σ_j w_ij² (y_i − y_j) for each i,
/// and Z = Σ_{k≠l} w_kl over all pairs, with w_ij = 1/(1 + ‖y_i − y_j‖²).
struct Repulsion {
  Matrix forces;  ///< points × dimensions
  double z = 0;
};

/// The precision of pairs. Sums over many pairs are always double.
enum class Precision {
  single,  ///< several times as fast. Below 4,000 points all pairs: the forces' relative L2 error
           ///< is about 1e-6 on a map tens of units wide and grows with its width. From there on a
           ///< tree (tree_repulsion.h): an error of about 1e-3 at most
  full     ///< double, all pairs
};

/// Computes the repulsion of all points. Gives the same bits on every run on one machine, with any
/// number of threads.
/// @param coordinates points × 2 or 3
Repulsion repulsion(const Matrix& coordinates, Precision precision);

/// Computes Z alone: exactly up to 20,000 points, above that by a tree with a relative error of
/// about 1e-4.
double normalizer(const Matrix& coordinates);

}  // namespace dsne::tsne
