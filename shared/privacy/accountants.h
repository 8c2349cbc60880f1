#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "privacy/gaussian_mechanism.h"

namespace dsne::privacy {

/// One way to bound the ε at a given δ of several releases, each by the same Gaussian mechanism.
/// All of them hold; they differ in how tight they are and in what they need to be true.
struct Accountant {
  std::string_view name;
  std::string_view description;  ///< one line, with its source
  bool discrete;                 ///< whether it holds for the discrete Gaussian mechanism too
  /// The ε at `delta` of that many releases. Throws InputError when a parameter is out of range.
  double (*epsilon)(const GaussianMechanism& each, std::int64_t releases, double delta);
};

/// All accountants, the tightest first: gaussian, zcdp, zcdp_classic, moments, optimal_composition,
/// strong_composition. The last two know of a release only that it is (ε₀, δ₀)-DP; they get half of
/// δ for the releases, δ₀ = δ/2J, with ε₀ from the exact curve, and half as slack.
std::span<const Accountant> accountants();

/// The accountant of that name. @throws InputError when there is none
const Accountant& find_accountant(std::string_view name);

/// The smallest noise with which that many releases stay within (epsilon, delta) by this
/// accountant, rounded up by less than 1e-12 of itself.
/// @param sensitivity Δ > 0; the result is in its unit
/// @param releases >= 1
/// @throws InputError when a parameter is out of range, or when no noise is enough (the moments
///   accountant never goes below ln(1/δ)/32)
double sigma_for(const Accountant& accountant, double sensitivity, std::int64_t releases,
                 double epsilon, double delta);

}  // namespace dsne::privacy
