#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// The arc cosines of many numbers in [−1, 1], to 1e-12, a few at a time; much faster than
/// std::acos.
void arc_cosines(const double* cosines, Eigen::Index count, double* angles);

}  // namespace dsne::sphere
