#pragma once

#include "core/matrix.h"
#include "privacy/random_source.h"

namespace dsne::privacy {

/// Draws from N(0, 1): the inverse distribution function at a uniform number of 53 bits, one of
/// which is the sign. Draws end at ±8.3 standard deviations (beyond: 2e-16).
double standard_normal(RandomSource& source);

/// Draws `size` independent numbers from N(0, σ²).
///
/// The accountants assume real numbers, but this is floating point. Which doubles value + noise can
/// reach depends on the value, and an attacker who sees all bits of a release can use that to
/// distinguish values (Mironov, "On Significance of the Least Significant Bits for Differential
/// Privacy", 2012; Jin et al. 2022 for Gaussian noise). DiscreteGaussian does not have this
/// weakness.
/// @throws InputError unless size >= 0 and sigma is finite and >= 0
Vector gaussian_noise(Eigen::Index size, double sigma, RandomSource& source);

}  // namespace dsne::privacy
