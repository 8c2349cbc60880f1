#pragma once

#include <cstdint>

#include "privacy/cost.h"

namespace dsne::privacy {

/// Noise on a sum of whole numbers to which every site adds a share of its own before its term is
/// masked, so that nobody sees the sum with less. A share is drawn from DiscreteGaussian(v) for
/// each number; the sum of several is not quite a discrete Gaussian. Kairouz, Liu, Steinke, "The
/// Distributed Discrete Gaussian Mechanism for Federated Learning with Secure Aggregation" (2021).
struct DistributedNoise {
  double share_variance = 0;  ///< v, of each site's share
  std::int64_t shares = 1;    ///< of sites that keep theirs to themselves
  std::int64_t numbers = 1;   ///< in the sum

  /// What the sum costs whose numbers together have this ℓ₂ sensitivity Δ: discrete_gaussian_dp of
  /// the shares' variance together.
  /// @throws InputError unless v is min_share_variance or more, Δ above 0, and there are shares and
  ///   numbers
  Cost cost(double sensitivity) const;
};

/// Of a discrete Gaussian this much of the variance is not counted.
inline constexpr double uncounted_variance = 4;

/// What discrete Gaussian noise of that variance, on each of up to 2^40 whole numbers, costs: no
/// more than continuous Gaussian noise of variance s² = variance − t². For a whole number drawn
/// from the discrete Gaussian of variance t² about a number with such noise has the discrete
/// Gaussian's distribution up to a factor of (1 + θ)/(1 − θ), θ = 2Σ exp(−2π²t²k²) (Peikert 2010,
/// Theorem 3.1, with Poisson's sum for θ). At t² = 4, θ is 1e-34; and with shares of variance 16 or
/// more the same holds of their sum (Kairouz, Liu & Steinke, Theorem 9), 1e-64: for all numbers
/// together less than double precision tells.
/// @throws InputError unless variance > uncounted_variance and the sensitivity is above 0
GaussianDp discrete_gaussian_dp(double sensitivity, double variance);

/// The least variance whose cost is at most that.
double discrete_gaussian_variance(double sensitivity, GaussianDp at_most);

/// The least variance of a share: with it the sum of any number of shares is a discrete Gaussian in
/// double precision.
inline constexpr double min_share_variance = 16;

}  // namespace dsne::privacy
