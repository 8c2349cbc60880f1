#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "privacy/random_source.h"

/// Random decisions whose probabilities are exact, made of integers and uniform bits alone.
namespace dsne::privacy::exact {

using Integer = boost::multiprecision::cpp_int;

/// The decisions that the samplers are made of. Each kind is made of the one before; a test that
/// enumerates outcomes puts its own in their place.
class Decisions {
 public:
  virtual ~Decisions() = default;

  /// A uniform integer in [0, bound). @pre bound >= 1
  virtual Integer uniform_below(const Integer& bound) = 0;

  /// True with probability numerator/denominator. @pre 0 <= numerator <= denominator, denominator
  /// >= 1
  virtual bool bernoulli(const Integer& numerator, const Integer& denominator);

  /// True with probability exp(−numerator/denominator). @pre numerator >= 0, denominator >= 1
  /// Canonne, Kamath, Steinke (2020), Algorithm 1.
  virtual bool bernoulli_exp(const Integer& numerator, const Integer& denominator);
};

/// Decisions by a source of uniform bits.
class RandomDecisions final : public Decisions {
 public:
  /// @param source must outlive it
  explicit RandomDecisions(RandomSource& source) : source_(source) {}
  Integer uniform_below(const Integer& bound) override;

 private:
  RandomSource& source_;
};

/// The discrete Laplace distribution, P(x) proportional to exp(−|x|/scale). @pre scale >= 1
/// Canonne, Kamath, Steinke (2020), Algorithm 2.
Integer discrete_laplace(const Integer& scale, Decisions& decisions);

}  // namespace dsne::privacy::exact
