#pragma once

namespace dsne::privacy {

/// Computes Mills' ratio of the standard normal distribution, M(x) = (1 − Φ(x))/φ(x), to a relative
/// error of about 1e-15 for any x. It falls from √(π/2) at 0 like 1/x.
/// @pre x >= -30 (it overflows further down); infinity gives 0
double mills_ratio(double x);

/// Computes −M′(x) = 1 − x M(x) > 0, as accurately and without cancellation for large x.
double mills_ratio_decline(double x);

}  // namespace dsne::privacy
