#pragma once

#include "core/matrix.h"

namespace dsne::methods {

// Sums of products of points' coordinates, each pair once: 11, 12, 22, 13, 23, 33, …

/// Returns the number of products of coordinates: 3 on a plane, 6 in space.
Eigen::Index products_of(Eigen::Index dimensions);

/// Calls visit(a, b, k) for each pair of dimensions a <= b and its index k among the products.
template <typename Visit>
void each_product(Eigen::Index dimensions, const Visit& visit) {
  for (Eigen::Index b = 0, k = 0; b < dimensions; ++b) {
    for (Eigen::Index a = 0; a <= b; ++a, ++k) visit(a, b, k);
  }
}

}  // namespace dsne::methods
