#pragma once

#include "core/matrix.h"

namespace dsne::privacy {

/// AdaCliP's settings; the defaults are those of the DP-dSNE authors' own program.
/// Pichapati et al., "AdaCliP: Adaptive Clipping for Private SGD" (2019), in DP-dSNE's algorithms 5
/// and 6. Their ranges are those of the run's parameters.
struct AdaclipParameters {
  double sigma = 0.0316227766016838;  ///< σ >= 0, noise on the clipped vector (the paper's σ² =
                                      ///< 0.001); 0 clips without noise and protects nobody
  double beta1 = 0.99;                ///< in [0, 1), how slowly m follows the gradient
  double beta2 = 0.9;                 ///< in [0, 1), how slowly s² follows the variance
  double h1 = 1e-5;                   ///< > 0, least variance estimate, in squared gradient units
  double h2 = 1e-3;                   ///< >= h1, largest variance estimate
  double m0 = 0;                      ///< every entry of m at the start, in gradient units
  double s0 = 1e-4;                   ///< > 0, every entry of s at the start, in gradient units
};

/// AdaCliP's state. It derives from noisy gradients only, so anyone may see it.
struct AdaclipState {
  Vector m;  ///< running mean of the gradient, one entry per coordinate
  Vector s;  ///< running standard deviation, same size, > 0

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("m", self.m);
    visit("s", self.s);
  }
};

/// The ℓ₂ sensitivity of the clipped vector when one record is replaced: the unit ball's diameter.
/// With N(0, σ²) noise, a step costs gaussian_cost(adaclip_sensitivity, σ).
inline constexpr double adaclip_sensitivity = 2;

/// Returns the state before the first step.
AdaclipState adaclip_start(Eigen::Index size, const AdaclipParameters& parameters);

/// Returns b_i = √s_i·√(Σ_j s_j), the scale of each coordinate. Its largest entry is
/// published_figure()'s b_max.
Vector adaclip_scale(const AdaclipState& state);

/// Makes one step of AdaCliP on the whole gradient, as one vector:
///   w = (g − m)/b,  ŵ = w/max(1, ‖w‖₂),  g̃ = b(ŵ + noise) + m,
///   v = clamp((g̃ − m)² − b²σ², h₁, h₂),  m ← β₁m + (1 − β₁)g̃,  s² ← β₂s² + (1 − β₂)v,
/// with the old m in v. DP-dSNE's algorithm 6 prints no root over s², and does not say which m.
///
/// A gradient with an entry that is not finite, or so large that w overflows, counts as ŵ = 0,
/// because an error would be a release without noise.
///
/// @param gradient g, of the state's size, as the noise is
/// @param noise a draw from N(0, σ²I), see gaussian_noise()
/// @return g̃
Vector adaclip(const Vector& gradient, AdaclipState& state, const Vector& noise,
               const AdaclipParameters& parameters);

}  // namespace dsne::privacy
