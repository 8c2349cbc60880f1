#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// The share of 1 by which eigenvalues of a proper network may be below 0.
inline constexpr double proper_rounding = 1e-7;

/// A network as correlations of something could be: symmetric, ones on the diagonal, no eigenvalue
/// below −proper_rounding. One that is such already stays as it is. Of others gaps count as 0 and
/// numbers beyond −1 and 1 as these, then negative eigenvalues as 0.
/// @param network symmetric; any numbers, and NaN
Matrix proper_network(const Matrix& network);

}  // namespace dsne::sphere
