#pragma once

#include "privacy/cost.h"

namespace dsne::privacy {

/// The Gaussian mechanism: N(0, σ²) noise on every entry of a real vector.
///
/// Sensitivity Δ is the largest ℓ₂ distance between what two neighbouring data sets would release
/// before noise, where neighbours differ by the replacement of one record. Δ and σ share the
/// released quantity's unit.
class GaussianMechanism {
 public:
  /// @throws InputError unless both are finite and above 0, and Δ/σ is in double's range
  GaussianMechanism(double sensitivity, double sigma);

  double sensitivity() const { return sensitivity_; }
  double sigma() const { return sigma_; }

  /// μ = Δ/σ, exact. Dong, Roth, Su (2019), Theorem 1.
  Cost cost() const;

 private:
  double sensitivity_;
  double sigma_;
};

}  // namespace dsne::privacy
