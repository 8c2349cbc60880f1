#pragma once

#include <optional>

#include "core/matrix.h"

namespace dsne::evaluation {

/// How well a map keeps the neighbourhoods of the data; each from 0 to 1, 1 for a perfect map.
struct Neighbourhoods {
  double trustworthiness = 0;  ///< 1 when neighbours on the map are neighbours in the data
  double preservation =
      0;  ///< mean share of the nearest neighbours in the data that are also nearest on the map
};

/// Computes trustworthiness (Venna & Kaski 2001; as scikit-learn does), and the mean share of each
/// point's nearest neighbours in the data that are among its nearest on the map (the NPA of the
/// Fed-tSNE paper).
///
/// Equally near points have the same rank, and a rank counts only the nearer points, so the choice
/// among equals (by index) costs nothing. Time grows with the square of the number of points,
/// memory linearly.
/// @param data points × features
/// @param coordinates points × 2 or 3
/// @param rank_neighbours k of trustworthiness
/// @param shared_neighbours k of the preservation
/// @pre as many rows in both, both numbers of neighbours above 0
/// @return nothing when rank_neighbours is not below half of the points, shared_neighbours not
///   below their number, or a number is not finite
std::optional<Neighbourhoods> neighbourhoods(const Matrix& data, const Matrix& coordinates,
                                             int rank_neighbours = 7, int shared_neighbours = 10);

}  // namespace dsne::evaluation
