#pragma once

#include "core/matrix.h"

namespace dsne::tsne {

/// The repulsive half of the gradient, before it is divided by Z: Σ_j w_ij² (y_i − y_j) for each i,
/// and Z = Σ_{k≠l} w_kl over all pairs, with w_ij = 1/(1 + ‖y_i − y_j‖²).
struct Repulsion {
  Matrix forces;  ///< points × dimensions
  double z = 0;
};

/// What pairs are computed in; sums over many of them are double either way.
enum class Precision {
  single,  ///< several times as fast: all pairs below 4,000 points, the relative L2 error of the
           ///< forces being about 1e-6 on a map tens of units wide and growing with its width; by
           ///< a tree from there on (tree_repulsion.h), with an error of about 1e-3 at most
  full     ///< double, all pairs
};

/// The same bits on every run on one machine, whatever the number of threads.
/// @param coordinates points × 2 or 3
Repulsion repulsion(const Matrix& coordinates, Precision precision);

/// Z alone: exact up to 20,000 points, above that by a tree with a relative error of about 1e-4.
double normalizer(const Matrix& coordinates);

}  // namespace dsne::tsne
