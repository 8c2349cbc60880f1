#pragma once

#include <boost/multiprecision/cpp_int.hpp>

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

/// Draws from the discrete Laplace distribution, P(x) proportional to exp(−|x|/scale). Canonne,
/// Kamath, Steinke (2020), Algorithm 2.
/// @pre scale >= 1
Integer discrete_laplace(const Integer& scale, Decisions& decisions);

}  // namespace dsne::privacy::exact
