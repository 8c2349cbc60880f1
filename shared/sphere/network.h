#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// How a network comes onto the sphere: as in the paper, or with its loss minimised from there.
enum class Form { closed, minimised };

/// A network's regions on the sphere: a row of length 1 in dimensions + 1 coordinates for each. A
/// region without values, or one that goes with no other in the leading dimensions, is NaN.
/// @param correlations symmetric; NaN in the row and the column of a region that is missing. What
///   is on the diagonal counts as 1
/// @param dimensions of the sphere: 2 is the one that people see
/// @throws InputError when other values are missing, or fewer regions are there than coordinates
Matrix embed_network(const Matrix& correlations, Eigen::Index dimensions, Form form);

}  // namespace dsne::sphere
