#pragma once

#include <string>

#include "core/matrix.h"
#include "privacy/distributed_noise.h"
#include "privacy/release_ledger.h"

namespace dsne::exchange {

// Sums over all sites' subjects with noise that the sites add together: each subject's part is a
// vector of whole numbers, cut to a length, and each site adds a share of the noise before it masks
// its term (SumTerm::noise).

/// The length that a subject's vector has at most, in whole numbers.
inline constexpr double whole_length = 65536;

/// The bound of the sums: 2³⁰ subjects, and noise.
inline constexpr double noisy_bound = 70368744177664;  // 2^46

/// As many sites add whole numbers within that bound without rounding.
inline constexpr Eigen::Index max_noisy_sites = 65536;

/// With less there would be nothing but noise.
inline constexpr double min_shared_epsilon = 0.01;

/// Rows no longer than 1 as whole numbers, rounded towards 0: none is longer than whole_length.
Matrix whole_rows(const Matrix& rows);

/// How far apart two subjects' whole vectors are at most, where those that they are made of have no
/// angle above 90°.
/// @param cosine_below_0 how far rounding may take the cosine of their angle below 0
double apart_at_right_angles(Eigen::Index numbers, double cosine_below_0 = 0);

/// The largest cost that an ε allows at a δ.
privacy::Cost cost_of(double epsilon, double delta);

/// A sum with the noise that it is to have.
struct NoisySum {
  std::string told;            ///< a site's part of it, in words
  std::string what;            ///< has the guarantee, for errors
  double sensitivity = 0;      ///< when one record is replaced, in whole numbers
  privacy::Cost cost;          ///< what it may cost each site
  Eigen::Index colluding = 1;  ///< sites whose shares of the noise the coordinator may know
  Eigen::Index numbers = 1;

  /// The noise, of which each of so many sites adds a share so that those of all sites that do not
  /// collude make up what the sum may cost.
  /// @throws InputError when there are no sites beside those that collude, or too many
  privacy::DistributedNoise noise(Eigen::Index sites) const;

  /// The same as a site's ledger has it.
  privacy::PrivateRelease release(Eigen::Index sites) const;

  /// The same before it is known how many sites and numbers there are; it costs no less.
  privacy::PrivateRelease planned() const;
};

}  // namespace dsne::exchange
