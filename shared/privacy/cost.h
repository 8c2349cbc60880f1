#pragma once

#include <cstdint>

#include "privacy/gaussian_dp.h"
#include "privacy/zcdp.h"

namespace dsne::privacy {

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

/// Adds two costs. @throws InputError when the sum is not finite
Cost compose(const Cost& first, const Cost& second);

/// Multiplies a cost by a number of releases. @throws InputError when releases < 0
Cost compose(const Cost& each, std::int64_t releases);

/// Returns a share of a cost. @pre 0 <= share <= 1
Cost part_of(const Cost& whole, double share);

}  // namespace dsne::privacy
