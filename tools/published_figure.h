#pragma once

#include <cstdint>

namespace dsne::tools {

/// The number that the DP-dSNE paper prints as its ε: equation 13 with the rest of its section 2.5,
///   αJ·b_max/2σ² + ln(1/δ)/(α − 1)  at  α = 1 + √(2σ² ln(1/δ)/(b_max J)),
/// which is J·b_max/2σ² + 2√(J·b_max ln(1/δ)/2σ²). At σ² = 0.001, J = 1000, δ = 1e-5 the
/// paper's 1.39 needs b_max of about 7.9e-8.
///
/// It is **not** a privacy guarantee, and is here for comparison only. It takes b_max, AdaCliP's
/// largest scale, for the squared sensitivity of the gradient. But AdaCliP adds its N(0, σ²) noise
/// to the clipped vector ŵ, before the multiplication with b, so that b scales signal and noise
/// alike and cancels. What counts is ŵ, anywhere in the unit ball: its sensitivity is 2 when a
/// record is replaced, a release costs ρ = 2/σ², and J of them 2J/σ². Beyond that, b_max is a
/// length and not its square, and is measured on one run rather than bounded over all data sets.
///
/// @param b_max the largest entry of AdaCliP's b, > 0
/// @param sigma the standard deviation σ of the noise on ŵ, > 0
/// @throws InputError when a parameter is out of range
double published_figure(double b_max, double sigma, std::int64_t iterations, double delta);

}  // namespace dsne::tools
