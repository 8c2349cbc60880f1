#pragma once

#include "privacy/zcdp.h"

namespace dsne::privacy {

/// The moments accountant's usual largest λ (Abadi et al. 2016).
inline constexpr int default_largest_moment = 32;

/// The moments accountant for Gaussian releases without subsampling:
///   ε = min over λ = 1 … largest_moment of (α(λ) + ln(1/δ))/λ,  α(λ) = λ(λ + 1)ρ,
/// α(λ) being the log moment of the privacy loss, which adds over releases as ρ does.
/// Abadi et al., "Deep Learning with Differential Privacy" (2016), Theorem 2. It is Mironov's
/// conversion at the integer orders λ + 1, so it can only be looser than Zcdp::epsilon.
/// @throws InputError unless 0 < delta < 1 and largest_moment >= 1
double moments_epsilon(Zcdp releases, double delta, int largest_moment = default_largest_moment);

}  // namespace dsne::privacy
