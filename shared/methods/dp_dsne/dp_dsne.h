#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// DP-dSNE (main paper, algorithms 5 to 7): `dsne` in which AdaCliP processes the gradient of [own;
/// reference], as one vector, before any other use. Each local iteration is a release of the
/// Gaussian mechanism with sensitivity 2 and noise σ. All that is sent, and every position, derives
/// from noisy gradients and public information. Own points start at random; no KL divergence is
/// sent.
const Method& dp_dsne();

}  // namespace dsne::methods
