#pragma once

#include <cstdint>
#include <numbers>

#include "core/matrix.h"
#include "privacy/cost.h"
#include "privacy/random_source.h"

namespace dsne::privacy {

/// ℓ₂ sensitivity of counts of a data set's records in disjoint cells: replacing a record takes 1
/// from one count and gives it to another, √(1² + 1²). Dwork, Roth, "The Algorithmic Foundations
/// of Differential Privacy" (2014), Example 3.2, for neighbours by replacement.
inline constexpr double counts_sensitivity = std::numbers::sqrt2;

/// Counts with independent noise from DiscreteGaussian(σ²) on each: whole numbers, that may be
/// below 0. They cost counts_cost(σ).
/// @param counts whole numbers from 0 to 2^50
/// @throws InputError unless 0 < σ <= 2^40
RowVector noisy_counts(const RowVector& counts, double sigma, RandomSource& source);

/// What such counts cost. Neighbours' counts differ by 1 in two cells, one up and one down, so all
/// that tells them apart is the difference K of the noise in these two against K + 2. Tests of the
/// one against the other accept from some threshold on, and N(0, 1) against N(μ, 1) is no harder to
/// tell apart when it is not at any threshold: μ is the largest step
///   Φ⁻¹(P(K < k)) − Φ⁻¹(P(K < k − 2))
/// over all k with tails above 1e-300. It exceeds √2/σ by 1/48σ² of itself, 0.07 % at ε = 1. From
/// σ = 32 on discrete_gaussian_dp is taken, which needs no sum and is 0.2 % more there at most.
/// Below 0.6 noise is so coarse that ρ = 1/σ² is the better bound (Canonne, Kamath & Steinke 2020,
/// Theorem 4). docs/privacy.md has the proof.
/// @throws InputError unless 0 < σ <= 2^40
Cost counts_cost(double sigma);

/// The least σ with which so many releases of counts stay within (epsilon, delta), rounded up by
/// less than 1e-9 of itself.
/// @throws InputError when a parameter is out of range
double counts_sigma(std::int64_t releases, double epsilon, double delta);

}  // namespace dsne::privacy
