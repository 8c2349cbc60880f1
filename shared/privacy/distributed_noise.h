#pragma once

#include <cstdint>

#include "privacy/cost.h"

namespace dsne::privacy {

/// Noise on a sum of whole numbers. Every site adds its own share before it masks its term, so
/// nobody sees the sum with less noise. A share is drawn from DiscreteGaussian(v) for each number;
/// the sum of several shares is almost a discrete Gaussian. Kairouz, Liu, Steinke, "The Distributed
/// Discrete Gaussian Mechanism for Federated Learning with Secure Aggregation" (2021).
struct DistributedNoise {
  double share_variance = 0;  ///< v, of each site's share
  std::int64_t shares = 1;    ///< of sites that do not reveal theirs
  std::int64_t numbers = 1;   ///< in the sum

  /// Returns the cost of a sum with ℓ₂ sensitivity Δ over all numbers: discrete_gaussian_dp of the
  /// shares' total variance.
  /// @throws InputError unless v is min_share_variance or more, Δ is above 0, and there are shares
  ///   and numbers
  Cost cost(double sensitivity) const;
};

/// The part of a discrete Gaussian's variance that does not count.
inline constexpr double uncounted_variance = 4;

/// Returns the cost of discrete Gaussian noise of a variance on each of up to 2^40 whole numbers:
/// no more than that of continuous Gaussian noise of variance s² = variance − t².
///
/// A whole number drawn from the discrete Gaussian of variance t² around a number with such noise
/// has the discrete Gaussian's distribution up to a factor of (1 + θ)/(1 − θ), θ = 2Σ exp(−2π²t²k²)
/// (Peikert 2010, Theorem 3.1, with Poisson's sum for θ). At t² = 4, θ is 1e-34. With shares of
/// variance 16 or more the same holds of their sum (Kairouz, Liu & Steinke, Theorem 9) with 1e-64.
/// For all numbers together this is below double precision.
/// @throws InputError unless variance > uncounted_variance and the sensitivity is above 0
GaussianDp discrete_gaussian_dp(double sensitivity, double variance);

/// Returns the least variance with at most this cost.
double discrete_gaussian_variance(double sensitivity, GaussianDp at_most);

/// The least variance of a share. With it the sum of any number of shares is a discrete Gaussian in
/// double precision.
inline constexpr double min_share_variance = 16;

}  // namespace dsne::privacy
