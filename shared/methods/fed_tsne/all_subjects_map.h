#pragma once

#include "core/matrix.h"
#include "methods/parameters.h"

namespace dsne::methods {

/// Embeds all sites' subjects by the run's method, t-SNE or UMAP (points × no_dims).
Matrix map_of_all(const Matrix& points, const Parameters& parameters);

/// Places further points on such a map, each by its affinities over the map's points alone.
/// @param further in the features of `points`
/// @param map     of `points`
Matrix placed_on(const Matrix& map, const Matrix& points, const Matrix& further,
                 const Parameters& parameters);

}  // namespace dsne::methods
