#include "privacy/discrete_gaussian.h"

#include "core/errors.h"
#include "privacy/checked.h"

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

}  // namespace dsne::privacy
