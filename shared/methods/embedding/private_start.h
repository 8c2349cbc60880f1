#pragma once

#include <vector>

#include "methods/embedding/neighbour_embedding.h"

namespace dsne::methods {

/// The own points placed on the reference's map, each from where its neighbours are: after a first
/// placement, the descent is made again from the place, among those of the point and of its five
/// nearest points, own or reference, that is nearest to all of them.
/// @param own, reference in the same features
/// @param reference_coordinates one row per reference point
Matrix placed_by_neighbours(const NeighbourEmbedding& embedding, const Matrix& own,
                            const Matrix& reference, const Matrix& reference_coordinates);

/// Which points the reference does not stand for: those further from it than 99 in 100 of its own
/// points are from the rest of it.
/// @param own, reference in the same features
std::vector<bool> unrepresented(const Matrix& own, const Matrix& reference);

/// The own places after a descent over [own; reference] in which only some own points move, and all
/// else stays where it is.
/// @param affinities over [own; reference]
/// @param movable one per own point
Matrix settled(const NeighbourEmbedding& embedding, const tsne::Affinities& affinities,
               Matrix own_coordinates, const Matrix& reference_coordinates,
               const std::vector<bool>& movable);

}  // namespace dsne::methods
