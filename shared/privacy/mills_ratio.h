#pragma once

namespace dsne::privacy {

/// Mills' ratio of the standard normal distribution, M(x) = (1 − Φ(x))/φ(x), to a relative error of
/// some 1e-15 as far out as x goes; it falls from √(π/2) at 0 as 1/x.
/// @pre x >= -30 (it overflows further down); infinity gives 0
double mills_ratio(double x);

/// −M′(x) = 1 − x M(x) > 0, as accurate as the ratio and without its cancellation for large x.
double mills_ratio_decline(double x);

}  // namespace dsne::privacy
