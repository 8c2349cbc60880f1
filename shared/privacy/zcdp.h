#pragma once

#include <cstdint>

namespace dsne::privacy {

/// ρ-zero-concentrated differential privacy: between neighbouring data sets (one record replaced)
/// the Rényi divergence of every order α > 1 is at most αρ, in nats. Bun, Steinke, "Concentrated
/// Differential Privacy" (2016), Definition 1.1.
class Zcdp {
 public:
  /// @param rho ρ >= 0; 0 says that nothing was released
  /// @throws InputError when it is negative or not finite
  explicit Zcdp(double rho = 0);

  double rho() const { return rho_; }

  /// The Rényi DP curve at one order: ε(α) = αρ.
  /// @throws InputError unless order > 1
  double renyi(double order) const;

  /// The smallest ε that renyi_to_epsilon() gives at this δ over all real orders α > 1.
  /// @throws InputError unless 0 < delta < 1
  double epsilon(double delta) const;

  /// ε = ρ + 2√(ρ ln(1/δ)), Bun and Steinke's Proposition 1.3: what Mironov's conversion gives at
  /// its best order, and never below epsilon().
  /// @throws InputError unless 0 < delta < 1
  double epsilon_classic(double delta) const;

 private:
  double rho_;
};

/// Composition: ρ adds, also when later releases are chosen by what earlier ones showed.
/// Bun and Steinke, Lemma 1.7. @throws InputError when the sum is not finite
Zcdp compose(Zcdp first, Zcdp second);

/// The composition of that many equal releases. @throws InputError when releases < 0
Zcdp compose(Zcdp each, std::int64_t releases);

}  // namespace dsne::privacy
