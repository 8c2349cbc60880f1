#pragma once

#include <cstdint>

namespace dsne::privacy {

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

/// Composes two releases: ρ adds, even if the later one depends on the earlier. Bun and Steinke,
/// Lemma 1.7. @throws InputError when the sum is not finite
Zcdp compose(Zcdp first, Zcdp second);

/// Composes equal releases. @throws InputError when releases < 0
Zcdp compose(Zcdp each, std::int64_t releases);

}  // namespace dsne::privacy
