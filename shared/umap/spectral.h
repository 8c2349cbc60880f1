#pragma once

#include <cstdint>
#include <optional>

#include "umap/graph.h"

namespace dsne::umap {

/// Computes eigenvectors of a connected graph's normalised Laplacian I − D^{-1/2} G D^{-1/2}, in
/// columns: those of the smallest eigenvalues except the first. The largest entry of each is
/// positive.
/// @pre count <= points − 2
/// @return nothing when the iterations do not converge
std::optional<Matrix> laplacian_eigenvectors(const Graph& graph, Eigen::Index count);

/// Computes the start: the Laplacian's eigenvectors, each component by itself. Components are
/// placed along the axes or, if there are more than two per dimension, by eigenvectors for
/// exp(−distance²) of their means' scaled distances. Points of tiny components are scattered. Adds
/// a little noise and scales each coordinate to [0, 10].
/// @param points that the graph joins
Matrix spectral_start(const Graph& graph, const Matrix& points, Eigen::Index dimensions,
                      std::uint64_t seed);

}  // namespace dsne::umap
