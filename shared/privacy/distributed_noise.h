#pragma once

#include <cstdint>

#include "privacy/zcdp.h"

namespace dsne::privacy {

/// Noise on a sum of whole numbers to which every site adds a share of its own before its term is
/// masked, so that nobody sees the sum with less. A share is drawn from DiscreteGaussian(v) for
/// each number; the sum of several is not quite a discrete Gaussian. Kairouz, Liu, Steinke, "The
/// Distributed Discrete Gaussian Mechanism for Federated Learning with Secure Aggregation" (2021).
struct DistributedNoise {
  double share_variance = 0;  ///< v, of each site's share
  std::int64_t shares = 1;    ///< of sites that keep theirs to themselves
  std::int64_t numbers = 1;   ///< in the sum

  /// What the sum costs whose numbers together have this ℓ₂ sensitivity Δ. With V the shares'
  /// variance together and d numbers, ρ = ½·min{Δ²/V + τd/2, (Δ/√V + τ√d)²}: the paper's
  /// Proposition 14, with its correction τ.
  /// @throws InputError unless everything is above 0 and finite
  Zcdp zcdp(double sensitivity) const;
};

/// τ = 10·Σ exp(−2π²v·k/(k + 1)), k from 1 to n − 1: how far the sum of n shares of variance v is
/// from a discrete Gaussian. The paper's Theorem 9.
double share_correction(double share_variance, std::int64_t shares);

/// The least variance of a share, at which τ is 0 in double precision whatever the number of
/// shares.
inline constexpr double min_share_variance = 16;

}  // namespace dsne::privacy
