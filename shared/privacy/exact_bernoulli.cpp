#include "privacy/exact_bernoulli.h"

namespace dsne::exact {
namespace {

/// Algorithm 1 for an exponent of at most 1: the number of successes in a row, of probabilities
/// γ, γ/2, γ/3, …, is even with probability exp(−γ).
bool bernoulli_exp_fraction(const Integer& numerator, const Integer& denominator,
                            RandomSource& source) {
  unsigned successes = 0;
  while (bernoulli(numerator, denominator * (successes + 1), source)) ++successes;
  return successes % 2 == 0;
}

}  // namespace

Integer uniform_below(const Integer& bound, RandomSource& source) {
  const unsigned bits = msb(bound) + 1;
  const unsigned words = (bits + 63) / 64;
  while (true) {
    Integer value = 0;
    for (unsigned word = 0; word < words; ++word) value = (value << 64) | source.next();
    value >>= 64 * words - bits;
    if (value < bound) return value;
  }
}

bool bernoulli(const Integer& numerator, const Integer& denominator, RandomSource& source) {
  return uniform_below(denominator, source) < numerator;
}

bool bernoulli_exp(const Integer& numerator, const Integer& denominator, RandomSource& source) {
  Integer whole;
  Integer rest;
  divide_qr(numerator, denominator, whole, rest);
  for (; whole > 0; --whole) {
    if (!bernoulli_exp_fraction(1, 1, source)) return false;
  }
  return bernoulli_exp_fraction(rest, denominator, source);
}

Integer discrete_laplace(const Integer& scale, RandomSource& source) {
  while (true) {
    const Integer low = uniform_below(scale, source);
    if (!bernoulli_exp(low, scale, source)) continue;
    Integer magnitude = low;
    while (bernoulli_exp(1, 1, source)) magnitude += scale;
    const bool negative = bernoulli(1, 2, source);
    if (negative && magnitude == 0) continue;
    return negative ? Integer(-magnitude) : magnitude;
  }
}

}  // namespace dsne::exact
