#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "privacy/exact_bernoulli.h"
#include "privacy/random_source.h"

namespace dsne::privacy {

using Rational = boost::multiprecision::cpp_rational;

/// The discrete Gaussian distribution on the integers, P(x) proportional to exp(−x²/2σ²), sampled
/// exactly: every decision is made with integers, so that the guarantee of
/// counts_cost holds for the program and not just for the formula. Canonne, Kamath,
/// Steinke, "The Discrete Gaussian for Differential Privacy" (2020), Algorithms 1 to 3.
///
/// The time a draw takes depends on what is drawn; who can time single draws learns about the
/// noise.
class DiscreteGaussian {
 public:
  /// @param variance σ², in (0, 2^80], taken as the exact rational that the double is; for a small
  ///   σ the distribution's own variance is a little less
  /// @throws InputError when it is out of range
  explicit DiscreteGaussian(double variance);

  /// The same for a rational σ². @throws InputError when it is out of range
  explicit DiscreteGaussian(const Rational& variance);

  const Rational& variance() const { return variance_; }

  /// One draw. Its expected number of decisions does not grow with σ.
  std::int64_t sample(RandomSource& source) const;

  /// The same by the given decisions.
  std::int64_t sample(exact::Decisions& decisions) const;

 private:
  bool accepts(const exact::Integer& candidate, exact::Decisions& decisions) const;

  Rational variance_;
  exact::Integer scale_;  ///< t = ⌊σ⌋ + 1 of the discrete Laplace distribution that proposes
};

}  // namespace dsne::privacy
