#pragma once

#include <array>

#include "tsne/repulsion.h"
#include "umap/curve.h"
#include "umap/graph.h"

namespace dsne::umap {

// What UMAP's random draws amount to on average (Damrich & Hamprecht 2021, theorem 4.1). In an
// epoch a pair is drawn together in proportion to its strength μ_ij, and each time pushed away from
// five of all N points at random. So point i moves along Σ_j μ_ij·A' and (5/2N)·Σ_j μ_ij·Σ_k R',
// down the slope of
//   J = Σ_{i≠j} (P_ij·A(s_ij) + (5/2N²)·R(s_ij)),   s = ‖y_i − y_j‖²,
// where all points are of about one degree Σ_j μ_ij, and P is μ over the sum of all degrees. A is
// −ln φ and R is −ln(1 − φ), φ = 1/(1 + a·s^b) being the curve, in R that of a little more than s.

/// How many points push at random for one that attracts.
inline constexpr int repulsions_per_attraction = 5;

/// No push is longer than this along a coordinate.
inline constexpr double longest_push = 4;

/// Added to s in R, which is else infinite where two points meet: no slope of R along the map is
/// then longer than the longest push. (b/4)², since without it the slope at a small distance d is
/// 2b/d.
double softening_of(const Curve& curve);

/// A(s) = ln(1 + a·s^b) and its derivative.
struct Attraction {
  double loss = 0;
  double slope = 0;
};

/// @param squared_distance s
Attraction attraction_at(double squared_distance, const Curve& curve);

/// What points that count W_j each do to one place y by R.
struct PointRepulsion {
  std::array<double, 3> force{};  ///< −Σ_j W_j·R'(s_j)·(y − y_j); the third is 0 on a plane
  double loss = 0;                ///< Σ_j W_j·R(s_j)
};

/// @param place 2 or 3 coordinates
/// @param coordinates the points in columns (2 or 3 × points)
PointRepulsion point_repulsion(const double* place, const Matrix& coordinates,
                               const Vector& weights, const Curve& curve);

/// The attractive half of J's gradient, Σ_j p_ij·A'(s_ij)·(y_i − y_j) for each i.
Matrix attraction(const Graph& graph, const Matrix& coordinates, const Curve& curve);

/// The repulsive half.
/// @return the forces on the points, and what they are to be divided by, 2N²/5: so tsne::gradient
///   makes ∂J/∂y_i of both halves
tsne::Repulsion repulsion(const Matrix& coordinates, const Curve& curve);

}  // namespace dsne::umap
