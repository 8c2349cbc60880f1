#pragma once

#include <cstdint>

namespace dsne::privacy {

/// μ-Gaussian differential privacy: distinguishing neighbouring data sets (one record replaced) is
/// at least as hard as distinguishing N(0, 1) from N(μ, 1). It describes the continuous Gaussian
/// mechanism and its compositions exactly. Dong, Roth, Su, "Gaussian Differential Privacy" (2019),
/// Definition 4 and Theorem 1.
class GaussianDp {
 public:
  /// @param mu μ >= 0, the sensitivity divided by the noise's standard deviation
  /// @throws InputError when it is negative, or so large that μ² is not finite
  explicit GaussianDp(double mu = 0);

  double mu() const { return mu_; }

  /// Returns the exact privacy curve: δ(ε) = Φ(−ε/μ + μ/2) − e^ε Φ(−ε/μ − μ/2). Balle, Wang,
  /// "Improving the Gaussian Mechanism" (2018), Theorem 8. 0 where it underflows.
  /// @throws InputError unless epsilon >= 0 and finite
  double delta(double epsilon) const;

  /// Returns ln δ(ε), which does not underflow; minus infinity only for μ = 0 or beyond double's
  /// range.
  /// @throws InputError unless epsilon >= 0 and finite
  double log_delta(double epsilon) const;

  /// Returns the smallest ε >= 0 with δ(ε) <= delta.
  /// @throws InputError unless 0 < delta < 1
  double epsilon(double delta) const;

 private:
  double mu_;
};

/// Composes two releases: μ² adds. Dong, Roth, Su, Corollary 2. @throws InputError when the sum is
/// not finite
GaussianDp compose(GaussianDp first, GaussianDp second);

/// Composes equal releases: √releases · μ.
/// @throws InputError when releases < 0
GaussianDp compose(GaussianDp each, std::int64_t releases);

/// Returns the largest μ whose ε at `delta` is at most `epsilon`, rounded down by a relative error
/// below 1e-12.
/// @throws InputError when a parameter or μ is out of range
GaussianDp gaussian_dp_within(double epsilon, double delta);

}  // namespace dsne::privacy
