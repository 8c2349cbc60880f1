#include "privacy/distributed_noise.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/errors.h"

namespace dsne::privacy {

double share_correction(double share_variance, std::int64_t shares) {
  const double rate = 2 * std::numbers::pi * std::numbers::pi * share_variance;
  double sum = 0;
  for (std::int64_t k = 1; k < shares; ++k) {
    sum += std::exp(-rate * static_cast<double>(k) / static_cast<double>(k + 1));
  }
  return 10 * sum;
}

Zcdp DistributedNoise::zcdp(double sensitivity) const {
  const bool sound = sensitivity > 0 && std::isfinite(sensitivity) && share_variance > 0 &&
                     std::isfinite(share_variance) && shares >= 1 && numbers >= 1;
  if (!sound) throw InputError("noise on a sum needs a sensitivity, a variance and a site");
  const double d = static_cast<double>(numbers);
  const double ratio = sensitivity / std::sqrt(share_variance * static_cast<double>(shares));
  const double correction = share_correction(share_variance, shares);
  return Zcdp(
      std::min(ratio * ratio + correction * d / 2, std::pow(ratio + correction * std::sqrt(d), 2)) /
      2);
}

}  // namespace dsne::privacy
