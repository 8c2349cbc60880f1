#pragma once

#include <cstdint>

#include "core/matrix.h"

namespace dsne::tsne {

/// Independent draws from N(0, deviation²) in each coordinate, from a seed.
Matrix random_coordinates(Eigen::Index points, Eigen::Index dimensions, double deviation,
                          std::uint64_t seed);

/// The places scaled so that the first coordinate has the given standard deviation; places without
/// any spread are returned as they are.
Matrix rescaled(Matrix coordinates, double deviation);

}  // namespace dsne::tsne
