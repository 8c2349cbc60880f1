#pragma once

#include <cstdint>

namespace dsne::privacy {

/// (ε, δ)-differential privacy, for neighbours that differ by the replacement of one record.
struct ApproximateDp {
  double epsilon = 0;  ///< >= 0, in nats
  double delta = 0;    ///< in [0, 1)
};

/// Basic composition: ε and δ add. Dwork, Roth, "The Algorithmic Foundations of Differential
/// Privacy" (2014), Theorem 3.16.
/// @throws InputError when a parameter is out of range, or the δs add to 1 or more
ApproximateDp compose_basic(ApproximateDp each, std::int64_t releases);

/// Strong composition: for k releases, (ε₀√(2k ln(1/δ′)) + kε₀(e^ε₀ − 1), kδ₀ + δ′)-DP.
/// Dwork, Rothblum, Vadhan, "Boosting and Differential Privacy" (2010), Theorem III.3. Where basic
/// composition gives the smaller ε, as it does for large ε₀, that one is returned.
/// @param slack δ′, between 0 and 1
/// @throws InputError when a parameter is out of range, or the δs add to 1 or more
ApproximateDp compose_strong(ApproximateDp each, std::int64_t releases, double slack);

/// Optimal composition: the smallest ε such that k releases, of which nothing is known but that
/// each is (ε₀, δ₀)-DP, are together (ε, delta)-DP. Kairouz, Oh, Viswanath, "The Composition
/// Theorem for Differential Privacy" (2015), Theorem 3.3, in the form for every real ε that
/// Murtagh, Vadhan, "The Complexity of Computing the Optimal Composition of Differential Privacy"
/// (2016) give it. Time grows with the number of releases.
/// @param delta the total δ, at least 1 − (1 − δ₀)^k
/// @throws InputError when a parameter is out of range or the total δ too small
double compose_optimal(ApproximateDp each, std::int64_t releases, double delta);

}  // namespace dsne::privacy
