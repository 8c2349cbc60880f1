#include "privacy/discrete_gaussian.h"

#include <cmath>

#include "privacy/checked.h"

namespace dsne::privacy::exact {
namespace {

/// Algorithm 1 for an exponent up to 1: the number of successive successes, of probabilities γ,
/// γ/2, γ/3, …, is even with probability exp(−γ).
bool bernoulli_exp_fraction(const Integer& numerator, const Integer& denominator,
                            Decisions& decisions) {
  unsigned successes = 0;
  while (decisions.bernoulli(numerator, denominator * (successes + 1))) ++successes;
  return successes % 2 == 0;
}

}  // namespace

bool Decisions::bernoulli(const Integer& numerator, const Integer& denominator) {
  return uniform_below(denominator) < numerator;
}

bool Decisions::bernoulli_exp(const Integer& numerator, const Integer& denominator) {
  Integer whole;
  Integer rest;
  divide_qr(numerator, denominator, whole, rest);
  for (; whole > 0; --whole) {
    if (!bernoulli_exp_fraction(1, 1, *this)) return false;
  }
  return bernoulli_exp_fraction(rest, denominator, *this);
}

Integer RandomDecisions::uniform_below(const Integer& bound) {
  const unsigned bits = msb(bound) + 1;
  const unsigned words = (bits + 63) / 64;
  while (true) {
    Integer value = 0;
    for (unsigned word = 0; word < words; ++word) value = (value << 64) | source_.next();
    value >>= 64 * words - bits;
    if (value < bound) return value;
  }
}

Integer discrete_laplace(const Integer& scale, Decisions& decisions) {
  while (true) {
    const Integer low = decisions.uniform_below(scale);
    if (!decisions.bernoulli_exp(low, scale)) continue;
    Integer magnitude = low;
    while (decisions.bernoulli_exp(1, 1)) magnitude += scale;
    const bool negative = decisions.bernoulli(1, 2);
    if (negative && magnitude == 0) continue;
    return negative ? Integer(-magnitude) : magnitude;
  }
}

}  // namespace dsne::privacy::exact

namespace dsne::privacy {

using exact::Integer;

DiscreteGaussian::DiscreteGaussian(double variance)
    : DiscreteGaussian(Rational(checked::positive(variance, "variance"))) {}

DiscreteGaussian::DiscreteGaussian(const Rational& variance) : variance_(variance) {
  // Up to this, a draw overflows 64 bits with a probability below exp(−2^40).
  const Integer largest = Integer(1) << 80;
  if (variance_ <= 0 || variance_ > largest) {
    throw InputError("variance must be above 0 and at most 2^80");
  }
  scale_ = sqrt(Integer(numerator(variance_) / denominator(variance_))) + 1;
}

std::int64_t DiscreteGaussian::sample(RandomSource& source) const {
  exact::RandomDecisions decisions(source);
  return sample(decisions);
}

std::int64_t DiscreteGaussian::sample(exact::Decisions& decisions) const {
  while (true) {
    const Integer candidate = exact::discrete_laplace(scale_, decisions);
    if (accepts(candidate, decisions)) return candidate.convert_to<std::int64_t>();
  }
}

/// Accepts with probability exp(−(|y| − σ²/t)²/2σ²); for σ² = p/q the exponent is (|y|qt −
/// p)²/(2pqt²).
bool DiscreteGaussian::accepts(const Integer& candidate, exact::Decisions& decisions) const {
  const Integer p = numerator(variance_);
  const Integer q = denominator(variance_);
  const Integer distance = abs(candidate) * q * scale_ - p;
  return decisions.bernoulli_exp(distance * distance, 2 * p * q * scale_ * scale_);
}

GaussianDp discrete_gaussian_dp(double sensitivity, double variance) {
  checked::positive(sensitivity, "sensitivity");
  return GaussianDp(sensitivity /
                    std::sqrt(checked::positive(variance - uncounted_variance, "variance")));
}

double discrete_gaussian_variance(double sensitivity, GaussianDp at_most) {
  const double ratio = checked::positive(sensitivity, "sensitivity") / at_most.mu();
  return ratio * ratio + uncounted_variance;
}

}  // namespace dsne::privacy
