#include "privacy/zcdp.h"

#include <algorithm>
#include <cmath>

#include "privacy/bisection.h"
#include "privacy/checked.h"

namespace dsne::privacy {
namespace {

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

}  // namespace

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

Zcdp compose(Zcdp first, Zcdp second) { return Zcdp(first.rho() + second.rho()); }

Zcdp compose(Zcdp each, std::int64_t releases) {
  return Zcdp(each.rho() * static_cast<double>(checked::releases(releases)));
}

}  // namespace dsne::privacy
