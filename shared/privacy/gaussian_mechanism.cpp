#include "privacy/gaussian_mechanism.h"

#include "privacy/checked.h"

namespace dsne::privacy {
namespace {

/// Δ/σ, checked so that ρ and μ exist.
double signal_to_noise(double sensitivity, double sigma) {
  const double ratio =
      checked::positive(sensitivity, "sensitivity") / checked::positive(sigma, "sigma");
  checked::positive(ratio * ratio, "sensitivity over sigma, squared,");
  return ratio;
}

}  // namespace

GaussianMechanism::GaussianMechanism(double sensitivity, double sigma)
    : sensitivity_(sensitivity), sigma_(sigma) {
  signal_to_noise(sensitivity, sigma);
}

Zcdp GaussianMechanism::zcdp() const {
  const double ratio = signal_to_noise(sensitivity_, sigma_);
  return Zcdp(ratio * ratio / 2);
}

GaussianDp GaussianMechanism::gaussian_dp() const {
  return GaussianDp(signal_to_noise(sensitivity_, sigma_));
}

DiscreteGaussianMechanism::DiscreteGaussianMechanism(double sensitivity, double sigma)
    : sensitivity_(sensitivity), sigma_(sigma) {
  signal_to_noise(sensitivity, sigma);
}

Zcdp DiscreteGaussianMechanism::zcdp() const {
  const double ratio = signal_to_noise(sensitivity_, sigma_);
  return Zcdp(ratio * ratio / 2);
}

}  // namespace dsne::privacy
