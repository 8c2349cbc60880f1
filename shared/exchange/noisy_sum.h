#pragma once

#include <string>

#include "core/matrix.h"
#include "privacy/release_ledger.h"

namespace dsne::exchange {

// Sums over all sites' subjects with noise that the sites add together. Each subject contributes a
// vector of whole numbers of limited length. Each site adds its share of the noise before it masks
// its term (SumTerm::noise).

/// The greatest length of a subject's vector, in whole numbers.
inline constexpr double whole_length = 65536;

/// The bound of the sums: 2³⁰ subjects, and noise.
inline constexpr double noisy_bound = 70368744177664;  // 2^46

/// The most sites whose whole numbers add up within that bound without rounding.
inline constexpr Eigen::Index max_noisy_sites = 65536;

/// A smaller ε would leave nothing but noise.
inline constexpr double min_shared_epsilon = 0.01;

/// Converts rows of length up to 1 to whole numbers, rounded towards 0: none is longer than
/// whole_length.
Matrix whole_rows(const Matrix& rows);

/// Returns the greatest distance between two subjects' whole vectors whose original angle is at
/// most 90°.
/// @param cosine_below_0 how far below 0 rounding may take the cosine of that angle
double apart_at_right_angles(Eigen::Index numbers, double cosine_below_0 = 0);

/// Returns the largest cost within ε at a δ.
privacy::Cost cost_of(double epsilon, double delta);

/// A sum of whole numbers with the noise that it is to have. Every site adds its own share before
/// it masks its term, so nobody sees the sum with less noise. A share is drawn from
/// DiscreteGaussian(v) for each number; the sum of several shares is almost a discrete Gaussian.
/// Kairouz, Liu, Steinke, "The Distributed Discrete Gaussian Mechanism for Federated Learning with
/// Secure Aggregation" (2021).
struct NoisySum {
  std::string told;            ///< a site's part of it, in words
  std::string what;            ///< has the guarantee, for errors
  double sensitivity = 0;      ///< when one record is replaced, in whole numbers
  privacy::Cost cost;          ///< what it may cost each site
  Eigen::Index colluding = 1;  ///< sites whose shares of the noise the coordinator may know

  /// Returns the variance v of each site's share, so that those of all sites that do not collude
  /// make up what the sum may cost.
  /// @throws InputError when there are no sites beside those that collude, or too many
  double share_variance(Eigen::Index sites) const;

  /// Returns the standard deviation of all sites' noise together, on each number.
  double deviation(Eigen::Index sites) const;

  /// Returns the release as a site's ledger has it.
  privacy::PrivateRelease release(Eigen::Index sites) const;

  /// Returns the release before it is known how many sites there are; it costs no less.
  privacy::PrivateRelease planned() const;
};

}  // namespace dsne::exchange
