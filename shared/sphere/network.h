#pragma once

#include <optional>

#include "core/matrix.h"
#include "sphere/spherical_mds.h"

namespace dsne::sphere {

/// How a network is embedded on the sphere: the paper's closed form, or its loss minimised from
/// there.
enum class Form { closed, minimised };

/// Embeds a network's regions on the sphere: a row of length 1 with dimensions + 1 coordinates for
/// each. A region without values, or without correlation in the leading dimensions, is NaN.
/// @param correlations symmetric; NaN in the row and column of a missing region; the diagonal
///   counts as 1
/// @param dimensions of the sphere: 2 is the one that people see
/// @param limits of the minimised form
/// @throws InputError when other values are missing, or there are fewer regions than coordinates
Matrix embed_network(const Matrix& correlations, Eigen::Index dimensions, Form form,
                     const DescentLimits& limits = {});

/// Returns the number of regions with this number of pairs; nothing when there is none.
std::optional<Eigen::Index> regions_of_pairs(Eigen::Index pairs);

/// Builds a symmetric matrix with 1 on its diagonal from the entries above it, row by row.
Matrix network_from_pairs(const RowVector& pairs, Eigen::Index regions);

/// Reconstructs a network from its products with a few vectors: the symmetric matrix of least
/// Frobenius norm with these products.
/// @param basis regions × few, orthonormal columns
/// @param products the network times the basis
Matrix network_from_products(const Matrix& basis, const Matrix& products);

/// Eigenvalues of a proper network may be this far below 0, because of rounding.
inline constexpr double proper_rounding = 1e-7;

/// Returns the network as a valid correlation matrix: symmetric, ones on the diagonal, no
/// eigenvalue below −proper_rounding. Returns a valid one unchanged. Otherwise NaN counts as 0,
/// numbers beyond ±1 count as ±1, and then negative eigenvalues as 0.
/// @param network symmetric; any numbers, and NaN
Matrix proper_network(const Matrix& network);

}  // namespace dsne::sphere
