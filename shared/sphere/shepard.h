#pragma once

#include <functional>

#include "core/matrix.h"

namespace dsne::sphere {

/// The Shepard diagram: distances on a map against the wanted distances.
struct Shepard {
  double correlation = 0;  ///< Pearson's, over all pairs; 0 if one of the two is constant
  double stress = 0;       ///< Kruskal's: √(Σ (wanted − on the map)² / Σ wanted²)
  Matrix counts;           ///< pairs by wanted distance (rows) and distance on the map (columns)
  double largest = 0;      ///< both axes of the diagram end here
};

/// Computes the distances on a map between all points and one of them.
using DistancesTo = std::function<RowVector(Eigen::Index row)>;

/// Computes the diagram, with `cells` cells along each axis.
/// @param wanted symmetric, 0 on the diagonal
Shepard shepard(const Matrix& wanted, const DistancesTo& distances_to, Eigen::Index cells = 40);

}  // namespace dsne::sphere
