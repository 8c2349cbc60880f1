#include "privacy/exact_bernoulli.h"

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
