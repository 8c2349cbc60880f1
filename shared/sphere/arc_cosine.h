#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// Computes the arc cosines of numbers in [−1, 1] to 1e-12, several at a time; much faster than
/// std::acos.
void arc_cosines(const double* cosines, Eigen::Index count, double* angles);

}  // namespace dsne::sphere
