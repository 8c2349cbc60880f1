#pragma once

#include <cstdint>

#include "core/matrix.h"

namespace dsne::tsne {

/// Draws each coordinate independently from N(0, deviation²), from a seed.
Matrix random_coordinates(Eigen::Index points, Eigen::Index dimensions, double deviation,
                          std::uint64_t seed);

/// Scales coordinates so that the first one has the given standard deviation. Returns coordinates
/// without any spread unchanged.
Matrix rescaled(Matrix coordinates, double deviation);

}  // namespace dsne::tsne
