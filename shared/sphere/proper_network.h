#pragma once

#include "core/matrix.h"

namespace dsne::sphere {

/// Eigenvalues of a proper network may be this far below 0, because of rounding.
inline constexpr double proper_rounding = 1e-7;

/// Returns the network as a valid correlation matrix: symmetric, ones on the diagonal, no
/// eigenvalue below −proper_rounding. Returns a valid one unchanged. Otherwise NaN counts as 0,
/// numbers beyond ±1 count as ±1, and then negative eigenvalues as 0.
/// @param network symmetric; any numbers, and NaN
Matrix proper_network(const Matrix& network);

}  // namespace dsne::sphere
