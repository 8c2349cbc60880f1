#pragma once

#include <functional>

#include "core/matrix.h"

namespace dsne::sphere {

/// How far apart things are on a map, against how far they should be.
struct Shepard {
  double correlation = 0;  ///< Pearson's, over all pairs; 0 where one of the two is the same in all
  double stress = 0;       ///< Kruskal's: √(Σ (wanted − on the map)² / Σ wanted²)
  Matrix counts;           ///< pairs by wanted distance (rows) and distance on the map (columns)
  double largest = 0;      ///< the diagram goes from 0 to this, both ways
};

/// The distances on a map between all its points and one of them.
using DistancesTo = std::function<RowVector(Eigen::Index row)>;

/// The diagram with so many cells each way.
/// @param wanted symmetric, 0 on the diagonal
Shepard shepard(const Matrix& wanted, const DistancesTo& distances_to, Eigen::Index cells = 40);

}  // namespace dsne::sphere
