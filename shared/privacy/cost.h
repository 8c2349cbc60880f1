#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/errors.h"

/// Range checks of the accountants' inputs. Each returns its value, or throws an InputError that
/// names the parameter but not the value.

namespace dsne::privacy::checked {

inline void require(bool holds, std::string_view name, std::string_view range) {
  if (!holds) throw InputError(std::string(name) + " must be " + std::string(range));
}

/// Finite and above 0.
inline double positive(double value, std::string_view name) {
  require(std::isfinite(value) && value > 0, name, "a finite number above 0");
  return value;
}

/// Finite and 0 or above.
inline double non_negative(double value, std::string_view name) {
  require(std::isfinite(value) && value >= 0, name, "a finite number, 0 or above");
  return value;
}

/// Strictly between 0 and 1, as every δ is.
inline double probability(double value, std::string_view name) {
  require(value > 0 && value < 1, name, "between 0 and 1, both excluded");
  return value;
}

}  // namespace dsne::privacy::checked

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

/// (ε, δ)-differential privacy, for neighbours that differ by the replacement of one record.
struct ApproximateDp {
  double epsilon = 0;  ///< >= 0, in nats
  double delta = 0;    ///< in [0, 1)
};

/// What a guarantee is worth, in words. The bounds follow from how much releases may strengthen a
/// suspicion about one subject: by a factor of e^ε on its odds.
enum class Protection {
  complete,    ///< ε = 0 and δ = 0: the releases reveal nothing
  strong,      ///< ε <= 1: odds times 2.7; an even guess becomes right in 73 % of cases at most
  moderate,    ///< ε <= 4: odds times 55; an even guess may be right in 98 % of cases
  weak,        ///< ε <= 10: odds times 22,000
  negligible,  ///< ε <= 20: a suspicion of 1 % may become 99.5 % sure. Also any ε when δ > 0.001:
               ///< then more than one run in a thousand has no promise
  none  ///< ε > 20: a suspicion of one in a million may become 99.8 % sure
};

/// Returns what a guarantee is worth. @throws InputError when ε or δ is out of range
Protection protection(ApproximateDp guarantee);

/// Returns "complete", "strong", "moderate", "weak", "negligible" or "none".
std::string_view name_of(Protection protection);

/// Returns the least error probability, (1 − δ)/(1 + e^ε), of an attacker who sees all releases,
/// knows every record but one, and must tell which of two equally likely records that one is.
/// Kairouz, Oh, Viswanath, "The Composition Theorem for Differential Privacy" (2015), Theorem 2.1,
/// summed over both errors.
/// @throws InputError when ε or δ is out of range
double min_error(ApproximateDp guarantee);

/// Returns a sentence about what the guarantee is worth, in ASCII. Its numbers are rounded towards
/// promising less.
/// @throws InputError when ε or δ is out of range
std::string protection_sentence(ApproximateDp guarantee);

/// Returns a bound as text with significant digits, never below the value.
/// @param value >= 0 and finite
/// @param digits 1 to 15
std::string rounded_up(double value, int digits);

}  // namespace dsne::privacy
