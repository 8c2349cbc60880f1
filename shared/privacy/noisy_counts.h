#pragma once

#include <cstdint>
#include <numbers>

#include "core/matrix.h"
#include "privacy/cost.h"
#include "privacy/random_source.h"

namespace dsne::privacy {

/// The ℓ₂ sensitivity of counts of records in disjoint cells: replacing a record moves 1 from one
/// count to another, √(1² + 1²). Dwork, Roth, "The Algorithmic Foundations of Differential Privacy"
/// (2014), Example 3.2, for neighbours by replacement.
inline constexpr double counts_sensitivity = std::numbers::sqrt2;

/// Adds independent noise from DiscreteGaussian(σ²) to each count. The results are whole numbers
/// and may be negative. Costs counts_cost(σ).
/// @param counts whole numbers from 0 to 2^50
/// @throws InputError unless 0 < σ <= 2^40
RowVector noisy_counts(const RowVector& counts, double sigma, RandomSource& source);

/// Returns the cost of such counts. Neighbours' counts differ by 1 in two cells, one up and one
/// down. So an attacker must distinguish the difference K of the noise in these two cells from K +
/// 2. The best tests accept from some threshold on. N(0, 1) is no harder to distinguish from N(μ,
/// 1) if this holds at every threshold, so μ is the largest step
///   Φ⁻¹(P(K < k)) − Φ⁻¹(P(K < k − 2))
/// over all k with tails above 1e-300. It exceeds √2/σ by a relative 1/48σ², which is 0.07 % at ε =
/// 1. From σ = 32 on, discrete_gaussian_dp is used, which needs no sum and gives at most 0.2 % more
/// there. Below 0.6 the noise is so coarse that ρ = 1/σ² is the better bound (Canonne, Kamath &
/// Steinke 2020, Theorem 4). docs/privacy.md has the proof.
/// @throws InputError unless 0 < σ <= 2^40
Cost counts_cost(double sigma);

/// Returns the least σ with which a number of releases of counts stay within (epsilon, delta),
/// rounded up by a relative error below 1e-9.
/// @throws InputError when a parameter is out of range
double counts_sigma(std::int64_t releases, double epsilon, double delta);

}  // namespace dsne::privacy
