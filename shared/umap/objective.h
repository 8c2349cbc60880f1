#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/matrix.h"

namespace dsne::umap {

/// The similarity φ of two points at distance d on the map: 1/(1 + a·d^(2b)).
struct Curve {
  double a = 1;
  double b = 1;
};

/// Fits the curve to a target that is 1 up to min_dist and then falls as exp(−(d −
/// min_dist)/spread), by least squares at 300 distances up to 3·spread.
/// @pre 0 <= min_dist <= spread, spread > 0
Curve fitted_curve(double min_dist, double spread);

inline constexpr float ln2 = 0.693147181F;

// No branches, so that loops around these functions are vectorized.

/// Computes the base-2 logarithm of a positive number to a float's last bits, by the series of
/// artanh.
[[gnu::always_inline]] inline float log2_of(float number) {
  constexpr std::int32_t root_of_half = 0x3F3504F3;
  const auto bits = std::bit_cast<std::int32_t>(number);
  const std::int32_t exponent = (bits - root_of_half) >> 23;
  const auto mantissa = std::bit_cast<float>(bits - (exponent << 23));
  const float t = (mantissa - 1) / (mantissa + 1);
  const float tt = t * t;
  const float series = t * (1 + tt * (1.F / 3 + tt * (1.F / 5 + tt * (1.F / 7))));
  return static_cast<float>(exponent) + 2 / ln2 * series;
}

/// Computes base^exponent of a positive base by the series of exp, limited to a float's range.
[[gnu::always_inline]] inline float power(float base, float exponent) {
  constexpr float rounder = 0x1.8p23F;  // leaves no bits behind the point
  const float scaled = std::min(std::max(exponent * log2_of(base), -126.F), 126.F);
  const float whole = (scaled + rounder) - rounder;
  const float x = (scaled - whole) * ln2;
  const float exp =
      1 + x * (1 + x * (1.F / 2 + x * (1.F / 6 + x * (1.F / 24 + x * (1.F / 120 + x / 720)))));
  return exp * std::bit_cast<float>((static_cast<std::int32_t>(whole) + 127) << 23);
}

// The forces of UMAP's map for the curve φ = 1/(1 + a·s^b), s = ‖y_i − y_j‖²: A = −ln φ attracts,
// R = −ln(1 − φ) repels. R uses a slightly larger s. Random draws are replaced by their expected
// value (Damrich & Hamprecht 2021, theorem 4.1).

/// How many random points repel for each attraction.
inline constexpr int repulsions_per_attraction = 5;

/// The longest repulsive step along a coordinate.
inline constexpr double longest_push = 4;

/// The attraction A(s) = ln(1 + a·s^b) and its derivative.
struct Attraction {
  double loss = 0;
  double slope = 0;
};

/// Evaluates the attraction. @param squared_distance s
Attraction attraction_at(double squared_distance, const Curve& curve);

/// The repulsion of points that count W_j each on one place y.
struct RepulsionAndLoss {
  std::array<double, 3> force{};  ///< −Σ_j W_j·R'(s_j)·(y − y_j); the third is 0 on a plane
  double loss = 0;                ///< Σ_j W_j·R(s_j)
};

/// Computes the repulsion on one place.
/// @param place 2 or 3 coordinates
/// @param coordinates the points in columns (2 or 3 × points)
RepulsionAndLoss point_repulsion(const double* place, const Matrix& coordinates,
                                 const Vector& weights, const Curve& curve);

}  // namespace dsne::umap
