#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "umap/components.h"

namespace dsne::umap {

/// The eigenvectors of a connected graph's normalised Laplacian I − D^{-1/2} G D^{-1/2} for its
/// smallest eigenvalues but the first, in columns; the largest entry of each is positive.
/// @pre count <= points − 2
/// @return nothing when they could not be found
std::optional<Matrix> laplacian_eigenvectors(const Graph& graph, Eigen::Index count);

/// How far the components of a graph are from each other (components × components); asked for when
/// there are more than two a dimension.
using ComponentDistances = std::function<Matrix(const Components&)>;

/// Where the points start: at those eigenvectors, each of several components by itself, around
/// places that lie on the axes or, where there are more components than directions of axes, at the
/// components' own eigenvectors for exp(−distance²). Components of a few points are scattered. Then
/// a little noise, and each coordinate from 0 to 10.
Matrix spectral_start(const Graph& graph, Eigen::Index dimensions, std::uint64_t seed,
                      const ComponentDistances& distances);

}  // namespace dsne::umap
