#pragma once

#include "privacy/gaussian_dp.h"
#include "privacy/zcdp.h"

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

  /// ρ = Δ²/2σ². Bun, Steinke (2016), Proposition 1.6; Mironov (2017), Corollary 3.
  Zcdp zcdp() const;

  /// μ = Δ/σ, exact. Dong, Roth, Su (2019), Theorem 1.
  GaussianDp gaussian_dp() const;

 private:
  double sensitivity_;
  double sigma_;
};

/// The discrete Gaussian mechanism: noise from DiscreteGaussian(σ²) on every entry of an integer
/// vector. Same neighbours, same Δ. It has the zCDP of the continuous mechanism, and not its
/// Gaussian DP, so that is not offered here.
class DiscreteGaussianMechanism {
 public:
  /// @throws InputError unless both are finite and above 0, and Δ/σ is in double's range
  DiscreteGaussianMechanism(double sensitivity, double sigma);

  double sensitivity() const { return sensitivity_; }
  double sigma() const { return sigma_; }

  /// ρ = Δ²/2σ². Canonne, Kamath, Steinke (2020), Theorem 4, which they extend
  /// to vectors.
  Zcdp zcdp() const;

 private:
  double sensitivity_;
  double sigma_;
};

}  // namespace dsne::privacy
