#pragma once

#include <numbers>

#include "core/matrix.h"
#include "privacy/random_source.h"

namespace dsne::privacy {

/// ℓ₂ sensitivity of counts of a data set's records in disjoint cells: replacing a record takes 1
/// from one count and gives it to another, √(1² + 1²). Dwork, Roth, "The Algorithmic Foundations
/// of Differential Privacy" (2014), Example 3.2, for neighbours by replacement.
inline constexpr double counts_sensitivity = std::numbers::sqrt2;

/// Counts with independent noise from DiscreteGaussian(σ²) on each: whole numbers, that may be
/// below 0. With DiscreteGaussianMechanism(counts_sensitivity, σ) this costs ρ = 1/σ².
/// @param counts whole numbers from 0 to 2^50
/// @throws InputError unless 0 < σ <= 2^40
RowVector noisy_counts(const RowVector& counts, double sigma, RandomSource& source);

}  // namespace dsne::privacy
