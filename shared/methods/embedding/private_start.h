#pragma once

#include <vector>

#include "methods/embedding/neighbour_embedding.h"

namespace dsne::methods {

/// Places own points on the reference's map in two passes. The second descent starts from the
/// medoid of the positions of the point and its five nearest points, own or reference.
/// @param own, reference in the same features
/// @param reference_coordinates one row per reference point
Matrix placed_by_neighbours(const NeighbourEmbedding& embedding, const Matrix& own,
                            const Matrix& reference, const Matrix& reference_coordinates);

/// Returns which points are not represented in the reference: those further from it than 99 % of
/// its own points are from the rest of it.
/// @param own, reference in the same features
std::vector<bool> unrepresented(const Matrix& own, const Matrix& reference);

/// Returns the own coordinates after a descent over [own; reference] in which only some own points
/// move.
/// @param affinities over [own; reference]
/// @param movable one flag per own point
Matrix settled(const NeighbourEmbedding& embedding, const tsne::Affinities& affinities,
               Matrix own_coordinates, const Matrix& reference_coordinates,
               const std::vector<bool>& movable);

}  // namespace dsne::methods
