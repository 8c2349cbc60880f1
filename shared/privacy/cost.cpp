#include "privacy/cost.h"

#include <algorithm>
#include <array>
#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>

#include "core/errors.h"

namespace dsne::privacy {
namespace {

/// Finds the smallest x in (low, high] for which `holds(x)`, to the last bit, for a predicate that
/// is false below some point and true above it. The result satisfies the predicate if `high` does,
/// so a bound found this way errs on the safe side.
/// @pre 0 <= low < high, both finite; `holds(high)`, which is not checked
template <typename Predicate>
double smallest(double low, double high, Predicate holds) {
  while (true) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (holds(middle) ? high : low) = middle;
  }
}

/// The continued fraction is used above this, the complementary error function below.
constexpr double fraction_from = 3;

/// K(x) of Laplace's continued fraction M(x) = 1/(x + K(x)), K(x) = 1/(x + 2/(x + 3/(x + …))).
/// At x = 3, where it converges most slowly, 100 terms leave less than one unit in the last place.
double laplace_fraction(double x) {
  double tail = x;
  for (int term = 100; term >= 2; --term) tail = x + term / tail;
  return 1 / tail;
}

/// Computes Mills' ratio of the standard normal distribution, M(x) = (1 − Φ(x))/φ(x), to a relative
/// error of about 1e-15 for any x. It falls from √(π/2) at 0 like 1/x.
/// @pre x >= -30 (it overflows further down); infinity gives 0
double mills_ratio(double x) {
  if (x >= fraction_from) return 1 / (x + laplace_fraction(x));
  const double half_pi = boost::math::constants::half_pi<double>();
  return std::sqrt(half_pi) * std::exp(x * x / 2) * std::erfc(x / std::sqrt(2.0));
}

/// Computes −M′(x) = 1 − x M(x) > 0, as accurately and without cancellation for large x.
double mills_ratio_decline(double x) {
  if (x < fraction_from) return 1 - x * mills_ratio(x);
  const double fraction = laplace_fraction(x);
  return fraction / (x + fraction);
}

double log_normal_density(double x) {
  return -x * x / 2 - std::log(boost::math::constants::root_two_pi<double>());
}

/// Returns ln(M(t − h) − M(t + h)). For small h the difference cancels, and is computed as the
/// integral of −M′ instead.
double log_mills_difference(double t, double h) {
  if (h > 0.5 && h > t / 8) return std::log(mills_ratio(t - h) - mills_ratio(t + h));
  const auto decline = [&](double u) { return mills_ratio_decline(t + h * u); };
  return std::log(h) +
         std::log(boost::math::quadrature::gauss<double, 15>::integrate(decline, -1.0, 1.0));
}

/// Returns the order that minimises the conversion of αρ to ε, minus 1. The derivative of
/// epsilon_at is ρ + ln(δα)/(α − 1)², so x = α − 1 solves ρx² + ln(1 + x) = ln(1/δ), whose left
/// side grows from 0 without bound: there is one root, below √(ln(1/δ)/ρ).
double best_excess_order(double rho, double delta) {
  const double log_inverse_delta = -std::log(delta);
  const double highest = std::sqrt(log_inverse_delta) / std::sqrt(rho);
  return smallest(0, highest,
                  [&](double x) { return rho * x * x + std::log1p(x) >= log_inverse_delta; });
}

double epsilon_at(double order, double rho, double delta) {
  const double excess = order - 1;
  const double log_share = std::log(excess) - std::log(order);
  const double epsilon = order * rho + log_share - (std::log(delta) + std::log(order)) / excess;
  return std::max(0.0, epsilon);
}

Cost with_rho(double rho, bool is_gaussian) {
  return is_gaussian ? Cost(GaussianDp(std::sqrt(2 * rho))) : Cost(Zcdp(rho));
}

}  // namespace

GaussianDp::GaussianDp(double mu) : mu_(checked::non_negative(mu, "mu")) {
  checked::non_negative(mu * mu, "mu squared");
}

/// With t = ε/μ and h = μ/2, e^ε = φ(t − h)/φ(t + h), so both terms of δ share a factor: δ = φ(t −
/// h)·(M(t − h) − M(t + h)), where M is Mills' ratio. Where M(t − h) would overflow, Φ(h − t)/φ(t −
/// h) replaces it.
double GaussianDp::log_delta(double epsilon) const {
  checked::non_negative(epsilon, "epsilon");
  if (mu_ == 0) return -std::numeric_limits<double>::infinity();
  const double t = epsilon / mu_;
  const double h = mu_ / 2;
  const double log_density = log_normal_density(t - h);
  if (t >= h || h <= 0.5) return log_density + log_mills_difference(t, h);
  const double first = std::erfc((t - h) / std::sqrt(2.0)) / 2;
  return std::log(first - std::exp(log_density) * mills_ratio(t + h));
}

double GaussianDp::epsilon(double delta) const {
  const double target = std::log(checked::probability(delta, "delta"));
  if (log_delta(0) <= target) return 0;
  const double bound = Zcdp(mu_ * mu_ / 2).epsilon_classic(delta);
  return smallest(0, bound, [&](double epsilon) { return log_delta(epsilon) <= target; });
}

GaussianDp gaussian_dp_within(double epsilon, double delta) {
  checked::positive(epsilon, "epsilon");
  const double target = std::log(checked::probability(delta, "delta"));
  const auto enough = [&](double sigma) {
    return GaussianDp(1 / sigma).log_delta(epsilon) <= target;
  };
  constexpr double least = 1e-60;
  constexpr double most = 1e60;
  double sigma = 1;
  while (!enough(sigma) && sigma < most) sigma *= 2;
  if (sigma >= most) throw InputError("no noise reaches that epsilon at that delta");
  while (enough(sigma / 2) && sigma > least) sigma /= 2;
  return GaussianDp(1 / smallest(sigma / 2, sigma, enough));
}

Zcdp::Zcdp(double rho) : rho_(checked::non_negative(rho, "rho")) {}

double Zcdp::epsilon(double delta) const {
  checked::probability(delta, "delta");
  if (rho_ == 0) return 0;
  const double order = 1 + best_excess_order(rho_, delta);
  // For ρ so large that the best order rounds to 1, the classic bound is as good.
  const double classic = epsilon_classic(delta);
  return order > 1 ? std::min(classic, epsilon_at(order, rho_, delta)) : classic;
}

double Zcdp::epsilon_classic(double delta) const {
  checked::probability(delta, "delta");
  return rho_ + 2 * std::sqrt(rho_) * std::sqrt(-std::log(delta));
}

Cost::Cost(GaussianDp gaussian) : rho_(gaussian.mu() * gaussian.mu() / 2) {}

Cost::Cost(Zcdp zcdp) : rho_(zcdp.rho()), is_gaussian_(zcdp.rho() == 0) {}

double Cost::mu() const { return std::sqrt(2 * rho_); }

double Cost::epsilon(double delta) const {
  return is_gaussian_ ? GaussianDp(mu()).epsilon(delta) : Zcdp(rho_).epsilon(delta);
}

Cost gaussian_cost(double sensitivity, double sigma) {
  const double ratio =
      checked::positive(sensitivity, "sensitivity") / checked::positive(sigma, "sigma");
  checked::positive(ratio * ratio, "sensitivity over sigma, squared,");
  return Cost(GaussianDp(ratio));
}

Cost compose(const Cost& first, const Cost& second) {
  Cost both;
  both.rho_ = checked::non_negative(first.rho_ + second.rho_, "rho");
  both.is_gaussian_ = first.is_gaussian_ && second.is_gaussian_;
  return both;
}

Cost compose(const Cost& each, std::int64_t releases) {
  checked::require(releases >= 0, "releases", "0 or above");
  return with_rho(each.rho() * static_cast<double>(releases), each.is_gaussian());
}

namespace {

constexpr double largest_delta = 1e-3;

void check(ApproximateDp guarantee) {
  checked::non_negative(guarantee.epsilon, "epsilon");
  if (!(guarantee.delta >= 0 && guarantee.delta < 1)) {
    throw InputError("delta must be 0 or above and below 1");
  }
}

std::string text_of(double value, int decimals, bool plain = true) {
  std::ostringstream text;
  text << (plain ? std::fixed : std::scientific) << std::setprecision(decimals) << value;
  return text.str();
}

/// Returns the text of a number > 0, rounded to nearest, without trailing zeros.
std::string significant(double value, int digits) {
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  const bool plain = exponent >= -4 && exponent < 12;
  std::string result =
      text_of(value, plain ? std::max(0, digits - 1 - exponent) : digits - 1, plain);
  if (plain && result.find('.') != std::string::npos) {
    result.erase(result.find_last_not_of('0') + 1);
    if (result.back() == '.') result.pop_back();
  }
  return result;
}

/// Returns what the best guess achieves. @param promise words before its certainty in per cent
std::string guess(ApproximateDp guarantee, std::string_view promise) {
  const double error = min_error(guarantee);
  const int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(100 * error))));
  const double unit = std::pow(10, -decimals);
  return "someone who sees every release, knows all other records and has two equally likely "
         "candidates for one subject's record " +
         std::string(promise) + " " +
         text_of(100 - std::floor(100 * error / unit) * unit, decimals) +
         " % (odds of e^epsilon, " + rounded_up((1 - error) / error, 3) + " to 1).";
}

}  // namespace

Protection protection(ApproximateDp guarantee) {
  check(guarantee);
  const auto [epsilon, delta] = guarantee;
  if (epsilon > 20) return Protection::none;
  if (epsilon > 10 || delta > largest_delta) return Protection::negligible;
  if (epsilon > 4) return Protection::weak;
  if (epsilon > 1) return Protection::moderate;
  return epsilon > 0 || delta > 0 ? Protection::strong : Protection::complete;
}

std::string_view name_of(Protection protection) {
  constexpr std::array names = {"complete", "strong", "moderate", "weak", "negligible", "none"};
  return names.at(static_cast<std::size_t>(protection));
}

double min_error(ApproximateDp guarantee) {
  check(guarantee);
  return (1 - guarantee.delta) / (1 + std::exp(guarantee.epsilon));
}

std::string protection_sentence(ApproximateDp guarantee) {
  const std::string bounded = "picks the right one with a probability of at most";
  const std::string loose = "may pick the right one with a probability of up to";
  switch (protection(guarantee)) {
    case Protection::complete:
      return "Complete protection: nothing that depends on a subject's record is released.";
    case Protection::strong:
      return "Strong protection: " + guess(guarantee, bounded);
    case Protection::moderate:
      return "Moderate protection: " + guess(guarantee, bounded);
    case Protection::weak:
      return "Weak protection: " + guess(guarantee, loose);
    case Protection::negligible:
      if (guarantee.delta <= largest_delta) {
        return "No meaningful protection: " + guess(guarantee, loose);
      }
      return "No meaningful protection: delta is so large that up to one in " +
             text_of(std::floor(1 / guarantee.delta), 0) +
             " runs may show a subject's record as it is, whatever epsilon says.";
    case Protection::none:
      break;
  }
  return "This setting protects nobody: its promise lets the releases raise the odds of a guess "
         "about one subject's record by a factor of up to e^epsilon, almost 10^" +
         text_of(std::ceil(guarantee.epsilon / std::log(10.0)), 0) +
         ", which is no limit in practice.";
}

std::string rounded_up(double value, int digits) {
  if (!(value > 0)) return "0";
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  const double unit = std::pow(10, exponent - digits + 1);
  const double nearest = std::round(value / unit) * unit;
  const std::string text = significant(nearest, digits);
  return std::stod(text) < value ? significant(nearest + unit, digits) : text;
}

}  // namespace dsne::privacy
