#pragma once

#include "privacy/cost.h"

namespace dsne::privacy {

/// The Gaussian mechanism: N(0, σ²) noise on every entry of a real vector.
///
/// The sensitivity Δ is the largest ℓ₂ distance between the releases, before noise, of two
/// neighbouring data sets, which differ by the replacement of one record. Δ and σ have the released
/// quantity's unit.
class GaussianMechanism {
 public:
  /// @throws InputError unless both are finite and above 0, and Δ/σ is in double's range
  GaussianMechanism(double sensitivity, double sigma);

  double sensitivity() const { return sensitivity_; }
  double sigma() const { return sigma_; }

  /// Returns the cost, exactly μ = Δ/σ. Dong, Roth, Su (2019), Theorem 1.
  Cost cost() const;

 private:
  double sensitivity_;
  double sigma_;
};

}  // namespace dsne::privacy
