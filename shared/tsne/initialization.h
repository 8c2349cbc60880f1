#pragma once

#include <cstdint>

#include "coinstac/matrix.h"

namespace dsne {

/// Independent draws from N(0, deviation²) in each coordinate, from a seed.
Matrix random_places(Eigen::Index points, Eigen::Index dimensions, double deviation,
                     std::uint64_t seed);

/// The places scaled so that the first coordinate has the given standard deviation; places without
/// any spread are returned as they are.
Matrix rescaled(Matrix places, double deviation);

/// For each point the mean of the places of its `count` nearest reference points.
/// @param points, reference in the same features
/// @param reference_places one row per reference point
/// @pre 0 < count <= reference.rows()
Matrix places_of_nearest(const Matrix& points, const Matrix& reference,
                         const Matrix& reference_places, Eigen::Index count);

}  // namespace dsne
