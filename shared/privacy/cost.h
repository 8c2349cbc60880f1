#pragma once

#include <cstdint>

#include "privacy/gaussian_dp.h"
#include "privacy/zcdp.h"

namespace dsne::privacy {

/// What releases cost a subject, all together. Costs add, and ε follows from the sum.
///
/// A release whose noise is Gaussian, or which shows no more than such a one, is μ-Gaussian
/// differentially private; several of them together are one with the root of Σμ², and their ε is
/// that of its exact curve (GaussianDp). This holds also when later releases are chosen by what
/// earlier ones showed, up to a budget for Σμ² (Smith & Thakurta 2022, "Fully adaptive composition
/// for Gaussian differential privacy"). Of a release of which only ρ is known, such as one that an
/// old ledger tells of, zero-concentrated differential privacy is all there is: ε of a sum with
/// such a part follows from its ρ, where μ counts as ρ = μ²/2.
class Cost {
 public:
  Cost() = default;  ///< of nothing
  explicit Cost(GaussianDp gaussian);
  explicit Cost(Zcdp zcdp);

  /// The ρ of all parts.
  double rho() const { return rho_; }

  /// Whether every part is Gaussian.
  bool is_gaussian() const { return is_gaussian_; }

  /// μ of all parts. @pre is_gaussian()
  double mu() const;

  /// @throws InputError unless 0 < delta < 1
  double epsilon(double delta) const;

  friend Cost compose(const Cost& first, const Cost& second);

 private:
  double rho_ = 0;
  bool is_gaussian_ = true;
};

/// Both costs. @throws InputError when the sum is not finite
Cost compose(const Cost& first, const Cost& second);

/// That many equal costs. @throws InputError when releases < 0
Cost compose(const Cost& each, std::int64_t releases);

/// That part of a cost. @pre 0 <= share <= 1
Cost part_of(const Cost& whole, double share);

}  // namespace dsne::privacy
