#include "privacy/discrete_gaussian.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "core/errors.h"
#include "privacy/cost.h"

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

/// Draws from the discrete Laplace distribution, P(x) proportional to exp(−|x|/scale). Canonne,
/// Kamath, Steinke (2020), Algorithm 2.
/// @pre scale >= 1
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

namespace {

constexpr double narrowest_summed = 0.6;
constexpr double widest_summed = 32;
constexpr double largest_sigma = 1099511627776;  // 2^40

/// Smaller tails are ignored.
constexpr double least_tail = 1e-300;

/// From here on K is a discrete Gaussian in double precision.
constexpr double whole_sum_variance = 8;

/// Returns P(X = x) of DiscreteGaussian(variance), from x = 0 until the rest is negligible.
std::vector<double> discrete_gaussian_masses(double variance) {
  std::vector<double> masses;
  double sum = 0;
  for (double x = 0; masses.empty() || masses.back() > least_tail; ++x) {
    masses.push_back(std::exp(-x * x / (2 * variance)));
    sum += x == 0 ? 1 : 2 * masses.back();
  }
  for (double& mass : masses) mass /= sum;
  return masses;
}

/// Returns P(K = k), from k = 0 on, for the difference K of two draws from
/// DiscreteGaussian(variance).
std::vector<double> difference_masses(double variance) {
  if (variance >= whole_sum_variance) return discrete_gaussian_masses(2 * variance);
  const std::vector<double> masses = discrete_gaussian_masses(variance);
  const auto last = std::ssize(masses) - 1;
  const auto mass = [&](std::ptrdiff_t x) { return masses[static_cast<std::size_t>(std::abs(x))]; };
  std::vector<double> differences(masses.size(), 0);
  for (std::ptrdiff_t k = 0; k <= last; ++k) {
    for (std::ptrdiff_t x = k - last; x <= last; ++x) {
      differences[static_cast<std::size_t>(k)] += mass(x) * mass(x - k);
    }
  }
  return differences;
}

/// Returns the largest step of Φ⁻¹(P(K < k)) over two whole numbers. K is symmetric, so only k from
/// 0 on is needed.
double largest_step(double sigma) {
  const boost::math::normal standard;
  std::vector<double> tails = difference_masses(sigma * sigma);  // P(K >= k), k from 0 on
  std::partial_sum(tails.rbegin(), tails.rend(), tails.rbegin());
  std::vector<double> above;  // Φ⁻¹(P(K < k)), k from 1 on
  above.reserve(tails.size());
  for (std::size_t k = 1; k < tails.size() && tails[k] > least_tail; ++k) {
    above.push_back(boost::math::quantile(boost::math::complement(standard, tails[k])));
  }
  double largest = above[0] + above[1];
  for (std::size_t i = 2; i < above.size(); ++i) {
    largest = std::max(largest, above[i] - above[i - 2]);
  }
  return largest;
}

void check(double sigma) {
  if (!(sigma > 0 && sigma <= largest_sigma)) {
    throw InputError("sigma must be above 0 and at most 2^40");
  }
}

}  // namespace

RowVector noisy_counts(const RowVector& counts, double sigma, RandomSource& source) {
  const DiscreteGaussian noise(sigma * sigma);
  RowVector noisy = counts;
  for (double& count : noisy) count += static_cast<double>(noise.sample(source));
  return noisy;
}

Cost counts_cost(double sigma) {
  check(sigma);
  if (sigma < narrowest_summed) return Cost(Zcdp(1 / (sigma * sigma)));
  if (sigma < widest_summed) return Cost(GaussianDp(largest_step(sigma)));
  return Cost(discrete_gaussian_dp(counts_sensitivity, sigma * sigma));
}

double counts_sigma(std::int64_t releases, double epsilon, double delta) {
  if (releases < 1) throw InputError("releases must be 1 or above");
  constexpr double precision = 1e-9;
  const auto enough = [&](double sigma) {
    return compose(counts_cost(sigma), releases).epsilon(delta) <= epsilon;
  };
  double low = counts_sensitivity * std::sqrt(static_cast<double>(releases)) /
               gaussian_dp_within(epsilon, delta).mu();
  double high = std::max(low, counts_sensitivity / 1e6);
  while (!enough(high)) {
    low = high;
    high *= 1.01;
  }
  while (high - low > precision * high) {
    const double middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace dsne::privacy
