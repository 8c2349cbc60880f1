#pragma once

#include <optional>

#include "core/matrix.h"
#include "sphere/descent.h"

namespace dsne::sphere {

/// How a network comes onto the sphere: as in the paper, or with its loss minimised from there.
enum class Form { closed, minimised };

/// A network's regions on the sphere: a row of length 1 in dimensions + 1 coordinates for each. A
/// region without values, or one that goes with no other in the leading dimensions, is NaN.
/// @param correlations symmetric; NaN in the row and the column of a region that is missing. What
///   is on the diagonal counts as 1
/// @param dimensions of the sphere: 2 is the one that people see
/// @param limits of the minimised form
/// @throws InputError when other values are missing, or fewer regions are there than coordinates
Matrix embed_network(const Matrix& correlations, Eigen::Index dimensions, Form form,
                     const DescentLimits& limits = {});

/// The regions whose pairs a row of so many numbers could be; nothing when no number of regions has
/// that many.
std::optional<Eigen::Index> regions_of_pairs(Eigen::Index pairs);

/// A symmetric matrix with 1 on its diagonal from what is above it, row by row.
Matrix network_from_pairs(const RowVector& pairs, Eigen::Index regions);

/// A network as far as its products with a few vectors tell it: of all symmetric matrices with
/// these products the one of the least Frobenius norm.
/// @param basis regions × few, orthonormal columns
/// @param products the network times these
Matrix network_from_products(const Matrix& basis, const Matrix& products);

}  // namespace dsne::sphere
