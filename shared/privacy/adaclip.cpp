#include "privacy/adaclip.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/errors.h"
#include "privacy/checked.h"

namespace dsne::privacy {
namespace {

void check_rate(double beta, const char* name) {
  if (!(beta >= 0 && beta < 1)) throw InputError(std::string(name) + " must be in [0, 1)");
}

void check(const AdaclipState& state) {
  if (state.m.size() < 1 || state.m.size() != state.s.size()) {
    throw InputError("m and s must have the same size, 1 or above");
  }
  if (!state.m.allFinite()) throw InputError("m must be finite");
  if (!state.s.allFinite() || state.s.minCoeff() <= 0) {
    throw InputError("s must be finite and above 0");
  }
}

/// Returns the gradient in AdaCliP's units, always within the unit ball.
Vector clipped(const Vector& gradient, const AdaclipState& state, const Vector& scale) {
  const Vector w = (gradient - state.m).cwiseQuotient(scale);
  const double norm = w.stableNorm();
  if (!std::isfinite(norm)) return Vector::Zero(w.size());
  return w / std::max(1.0, norm);
}

}  // namespace

void check(const AdaclipParameters& parameters) {
  checked::non_negative(parameters.sigma, "sigma");
  check_rate(parameters.beta1, "beta1");
  check_rate(parameters.beta2, "beta2");
  checked::positive(parameters.h1, "h1");
  checked::positive(parameters.h2, "h2");
  if (parameters.h1 > parameters.h2) throw InputError("h1 must not be above h2");
  if (!std::isfinite(parameters.m0)) throw InputError("m0 must be finite");
  checked::positive(parameters.s0, "s0");
}

AdaclipState adaclip_start(Eigen::Index size, const AdaclipParameters& parameters) {
  check(parameters);
  if (size < 1) throw InputError("the size must be 1 or above");
  return {Vector::Constant(size, parameters.m0), Vector::Constant(size, parameters.s0)};
}

Vector adaclip_scale(const AdaclipState& state) {
  return state.s.cwiseSqrt() * std::sqrt(state.s.sum());
}

AdaclipStep adaclip(const Vector& gradient, const AdaclipState& state, const Vector& noise,
                    const AdaclipParameters& parameters) {
  check(parameters);
  check(state);
  if (gradient.size() != state.m.size() || noise.size() != state.m.size()) {
    throw InputError("gradient, noise, m and s must have the same size");
  }
  const Vector b = adaclip_scale(state);
  const Vector noisy = b.cwiseProduct(clipped(gradient, state, b) + noise) + state.m;

  const double noise_variance = parameters.sigma * parameters.sigma;
  const Vector variance = ((noisy - state.m).cwiseAbs2() - noise_variance * b.cwiseAbs2())
                              .cwiseMax(parameters.h1)
                              .cwiseMin(parameters.h2);
  const double beta1 = parameters.beta1;
  const double beta2 = parameters.beta2;
  return {noisy,
          {beta1 * state.m + (1 - beta1) * noisy,
           (beta2 * state.s.cwiseAbs2() + (1 - beta2) * variance).cwiseSqrt()}};
}

}  // namespace dsne::privacy
