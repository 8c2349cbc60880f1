#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "privacy/exact_bernoulli.h"
#include "privacy/random_source.h"

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

}  // namespace dsne::privacy
