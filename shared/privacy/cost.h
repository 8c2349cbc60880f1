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

  /// Returns ln δ(ε) of the exact privacy curve, δ(ε) = Φ(−ε/μ + μ/2) − e^ε Φ(−ε/μ − μ/2). Balle,
  /// Wang, "Improving the Gaussian Mechanism" (2018), Theorem 8. It does not underflow, and is
  /// minus infinity only for μ = 0 or beyond double's range.
  /// @throws InputError unless epsilon >= 0 and finite
  double log_delta(double epsilon) const;

  /// Returns the smallest ε >= 0 with δ(ε) <= delta.
  /// @throws InputError unless 0 < delta < 1
  double epsilon(double delta) const;

 private:
  double mu_;
};

/// Returns the largest μ whose ε at `delta` is at most `epsilon`, rounded down by a relative error
/// below 1e-12.
/// @throws InputError when a parameter or μ is out of range
GaussianDp gaussian_dp_within(double epsilon, double delta);

/// ρ-zero-concentrated differential privacy: for neighbouring data sets (one record replaced) the
/// Rényi divergence of every order α > 1 is at most αρ, in nats. Bun, Steinke, "Concentrated
/// Differential Privacy" (2016), Definition 1.1.
class Zcdp {
 public:
  /// @param rho ρ >= 0; 0 means that nothing was released
  /// @throws InputError when it is negative or not finite
  explicit Zcdp(double rho = 0);

  double rho() const { return rho_; }

  /// Returns the smallest ε over all orders α > 1 at this δ: αρ + ln(1 − 1/α) − ln(δα)/(α − 1), at
  /// least 0. Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
  /// Proposition 12; also Balle et al., "Hypothesis Testing Interpretations and Rényi DP" (2020),
  /// Theorem 21.
  /// @throws InputError unless 0 < delta < 1
  double epsilon(double delta) const;

  /// Returns ε = ρ + 2√(ρ ln(1/δ)), Bun and Steinke's Proposition 1.3, never below epsilon().
  /// @throws InputError unless 0 < delta < 1
  double epsilon_classic(double delta) const;

 private:
  double rho_;
};

/// The total privacy cost of releases to a subject. Costs add, and ε follows from the sum.
///
/// A release with Gaussian noise, or one that shows no more than such a release, is μ-Gaussian
/// differentially private. Several together have the root of Σμ², and their ε is that of its exact
/// curve (GaussianDp). This holds even if later releases depend on earlier ones, up to a budget for
/// Σμ² (Smith & Thakurta 2022, "Fully adaptive composition for Gaussian differential privacy").
///
/// If only ρ is known of a part, as in an old ledger, zero-concentrated differential privacy
/// applies: ε follows from the sum's ρ, where μ counts as ρ = μ²/2.
class Cost {
 public:
  Cost() = default;  ///< no release
  explicit Cost(GaussianDp gaussian);
  explicit Cost(Zcdp zcdp);

  /// Returns the ρ of all parts.
  double rho() const { return rho_; }

  /// Returns whether every part is Gaussian.
  bool is_gaussian() const { return is_gaussian_; }

  /// Returns the μ of all parts. @pre is_gaussian()
  double mu() const;

  /// @throws InputError unless 0 < delta < 1
  double epsilon(double delta) const;

  friend Cost compose(const Cost& first, const Cost& second);

 private:
  double rho_ = 0;
  bool is_gaussian_ = true;
};

/// Returns the cost of the Gaussian mechanism, N(0, σ²) noise on every entry of a real vector:
/// exactly μ = Δ/σ. Dong, Roth, Su (2019), Theorem 1.
/// @param sensitivity Δ, the largest ℓ₂ distance between the releases, before noise, of two data
///   sets that differ by the replacement of one record
/// @param sigma in the same unit
/// @throws InputError unless both are finite and above 0, and Δ/σ is in double's range
Cost gaussian_cost(double sensitivity, double sigma);

/// Adds two costs. @throws InputError when the sum is not finite
Cost compose(const Cost& first, const Cost& second);

/// Multiplies a cost by a number of releases. @throws InputError when releases < 0
Cost compose(const Cost& each, std::int64_t releases);

}  // namespace dsne::privacy
