#include "privacy/distributed_noise.h"

#include <cmath>

#include "core/errors.h"
#include "privacy/checked.h"

namespace dsne::privacy {

GaussianDp discrete_gaussian_dp(double sensitivity, double variance) {
  checked::positive(sensitivity, "sensitivity");
  return GaussianDp(sensitivity /
                    std::sqrt(checked::positive(variance - uncounted_variance, "variance")));
}

double discrete_gaussian_variance(double sensitivity, GaussianDp at_most) {
  const double ratio = checked::positive(sensitivity, "sensitivity") / at_most.mu();
  return ratio * ratio + uncounted_variance;
}

Cost DistributedNoise::cost(double sensitivity) const {
  const bool sound = share_variance >= min_share_variance && std::isfinite(share_variance) &&
                     shares >= 1 && numbers >= 1;
  if (!sound) throw InputError("noise on a sum needs a variance, a site and a number");
  return Cost(discrete_gaussian_dp(sensitivity, share_variance * static_cast<double>(shares)));
}

}  // namespace dsne::privacy
