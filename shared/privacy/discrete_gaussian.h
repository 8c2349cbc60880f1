#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <numbers>

#include "core/matrix.h"
#include "privacy/cost.h"
#include "privacy/random_source.h"

/// Random decisions with exact probabilities, from integers and uniform bits alone.

namespace dsne::privacy::exact {

using Integer = boost::multiprecision::cpp_int;

/// The decisions that the samplers use, each built from the one before. A test that enumerates
/// outcomes replaces them.
class Decisions {
 public:
  virtual ~Decisions() = default;

  /// Draws a uniform integer in [0, bound). @pre bound >= 1
  virtual Integer uniform_below(const Integer& bound) = 0;

  /// Returns true with probability numerator/denominator. @pre 0 <= numerator <= denominator,
  /// denominator >= 1
  virtual bool bernoulli(const Integer& numerator, const Integer& denominator);

  /// Returns true with probability exp(−numerator/denominator). Canonne, Kamath, Steinke (2020),
  /// Algorithm 1.
  /// @pre numerator >= 0, denominator >= 1
  virtual bool bernoulli_exp(const Integer& numerator, const Integer& denominator);
};

/// Decisions from a source of uniform bits.
class RandomDecisions final : public Decisions {
 public:
  /// @param source must outlive it
  explicit RandomDecisions(RandomSource& source) : source_(source) {}
  Integer uniform_below(const Integer& bound) override;

 private:
  RandomSource& source_;
};

}  // namespace dsne::privacy::exact

namespace dsne::privacy {

using Rational = boost::multiprecision::cpp_rational;

/// The discrete Gaussian distribution on the integers, P(x) proportional to exp(−x²/2σ²), sampled
/// exactly. Every decision uses integers, so the guarantee of counts_cost holds for the program and
/// not only for the formula. Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential
/// Privacy" (2020), Algorithms 1 to 3.
///
/// A draw's duration depends on its value, so timing single draws reveals something about the
/// noise.
class DiscreteGaussian {
 public:
  /// @param variance σ², in (0, 2^80], as the double's exact rational value; for a small σ the
  ///   distribution's true variance is slightly less
  /// @throws InputError when it is out of range
  explicit DiscreteGaussian(double variance);

  /// Takes a rational σ². @throws InputError when it is out of range
  explicit DiscreteGaussian(const Rational& variance);

  const Rational& variance() const { return variance_; }

  /// Draws once. The expected number of decisions does not grow with σ.
  std::int64_t sample(RandomSource& source) const;

  /// Draws once with the given decisions.
  std::int64_t sample(exact::Decisions& decisions) const;

 private:
  bool accepts(const exact::Integer& candidate, exact::Decisions& decisions) const;

  Rational variance_;
  exact::Integer scale_;  ///< t = ⌊σ⌋ + 1 of the proposing discrete Laplace distribution
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

/// The least variance of a site's share of noise. With it the sum of any number of shares is a
/// discrete Gaussian in double precision.
inline constexpr double min_share_variance = 16;

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
