#include "privacy/gaussian_noise.h"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

#include "core/errors.h"
#include "privacy/checked.h"

namespace dsne::privacy {

double standard_normal(RandomSource& source) {
  const std::uint64_t bits = source.next();
  // The centres of 2^52 equal cells of (0, 1) are exact in a double, and never 0 or 1.
  const double uniform = std::ldexp(static_cast<double>(bits >> 12) + 0.5, -52);
  const double magnitude =
      boost::math::constants::root_two<double>() * boost::math::erfc_inv(uniform);
  return (bits & 1) != 0 ? -magnitude : magnitude;
}

Vector gaussian_noise(Eigen::Index size, double sigma, RandomSource& source) {
  if (size < 0) throw InputError("the size must be 0 or above");
  checked::non_negative(sigma, "sigma");
  Vector noise(size);
  for (double& value : noise) value = sigma * standard_normal(source);
  return noise;
}

}  // namespace dsne::privacy
