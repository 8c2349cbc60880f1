#include "privacy/gaussian_dp.h"

#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/bisection.h"
#include "privacy/checked.h"
#include "privacy/mills_ratio.h"
#include "privacy/zcdp.h"

namespace dsne::privacy {
namespace {

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

}  // namespace

GaussianDp::GaussianDp(double mu) : mu_(checked::non_negative(mu, "mu")) {
  checked::non_negative(mu * mu, "mu squared");
}

double GaussianDp::delta(double epsilon) const { return std::exp(log_delta(epsilon)); }

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

GaussianDp compose(GaussianDp first, GaussianDp second) {
  return GaussianDp(std::hypot(first.mu(), second.mu()));
}

GaussianDp compose(GaussianDp each, std::int64_t releases) {
  return GaussianDp(each.mu() * std::sqrt(static_cast<double>(checked::releases(releases))));
}

}  // namespace dsne::privacy
