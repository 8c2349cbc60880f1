#pragma once

#include <optional>

#include "core/matrix.h"
#include "sphere/descent.h"

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

}  // namespace dsne::sphere
