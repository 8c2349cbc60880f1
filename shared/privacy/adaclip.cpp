#include "privacy/adaclip.h"

#include <algorithm>
#include <cmath>

namespace dsne::privacy {
namespace {

/// Returns the gradient in AdaCliP's units, always within the unit ball.
Vector clipped(const Vector& gradient, const AdaclipState& state, const Vector& scale) {
  const Vector w = (gradient - state.m).cwiseQuotient(scale);
  const double norm = w.stableNorm();
  if (!std::isfinite(norm)) return Vector::Zero(w.size());
  return w / std::max(1.0, norm);
}

}  // namespace

AdaclipState adaclip_start(Eigen::Index size, const AdaclipParameters& parameters) {
  return {Vector::Constant(size, parameters.m0), Vector::Constant(size, parameters.s0)};
}

Vector adaclip_scale(const AdaclipState& state) {
  return state.s.cwiseSqrt() * std::sqrt(state.s.sum());
}

Vector adaclip(const Vector& gradient, AdaclipState& state, const Vector& noise,
               const AdaclipParameters& parameters) {
  const Vector b = adaclip_scale(state);
  Vector noisy = b.cwiseProduct(clipped(gradient, state, b) + noise) + state.m;

  const double noise_variance = parameters.sigma * parameters.sigma;
  const Vector variance = ((noisy - state.m).cwiseAbs2() - noise_variance * b.cwiseAbs2())
                              .cwiseMax(parameters.h1)
                              .cwiseMin(parameters.h2);
  const double beta1 = parameters.beta1;
  const double beta2 = parameters.beta2;
  state.m = beta1 * state.m + (1 - beta1) * noisy;
  state.s = (beta2 * state.s.cwiseAbs2() + (1 - beta2) * variance).cwiseSqrt();
  return noisy;
}

}  // namespace dsne::privacy
