#pragma once

#include <array>

#include "tsne/repulsion.h"
#include "umap/curve.h"
#include "umap/graph.h"

namespace dsne::umap {

// The expected value of UMAP's random draws (Damrich & Hamprecht 2021, theorem 4.1). In an epoch a
// pair attracts in proportion to its strength μ_ij, and each time five of all N points, drawn at
// random, repel. So point i moves along Σ_j μ_ij·A' and (5/2N)·Σ_j μ_ij·Σ_k R', down the slope of
// J = Σ_{i≠j} (P_ij·A(s_ij) + (5/2N²)·R(s_ij)),   s = ‖y_i − y_j‖²,
// if all points have about the same degree Σ_j μ_ij. P is μ over the sum of all degrees; A is −ln φ
// and R is −ln(1 − φ) for the curve φ = 1/(1 + a·s^b). R uses a slightly larger s.

/// How many random points repel for each attraction.
inline constexpr int repulsions_per_attraction = 5;

/// The longest repulsive step along a coordinate.
inline constexpr double longest_push = 4;

/// Returns the number added to s in R, which would be infinite where two points coincide. With
/// (b/4)² no slope of R along the map exceeds the longest push; without it the slope at a small
/// distance d is 2b/d.
double softening_of(const Curve& curve);

/// The attraction A(s) = ln(1 + a·s^b) and its derivative.
struct Attraction {
  double loss = 0;
  double slope = 0;
};

/// Evaluates the attraction. @param squared_distance s
Attraction attraction_at(double squared_distance, const Curve& curve);

/// The repulsion of points that count W_j each on one place y.
struct PointRepulsion {
  std::array<double, 3> force{};  ///< −Σ_j W_j·R'(s_j)·(y − y_j); the third is 0 on a plane
  double loss = 0;                ///< Σ_j W_j·R(s_j)
};

/// Computes the repulsion on one place.
/// @param place 2 or 3 coordinates
/// @param coordinates the points in columns (2 or 3 × points)
PointRepulsion point_repulsion(const double* place, const Matrix& coordinates,
                               const Vector& weights, const Curve& curve);

/// Computes the attractive half of J's gradient, Σ_j p_ij·A'(s_ij)·(y_i − y_j) for each i.
Matrix attraction(const Graph& graph, const Matrix& coordinates, const Curve& curve);

/// Computes the repulsive half of J's gradient.
/// @return the forces on the points, and their divisor 2N²/5; tsne::gradient combines both halves
///   into ∂J/∂y_i
tsne::Repulsion repulsion(const Matrix& coordinates, const Curve& curve);

}  // namespace dsne::umap
