#include "privacy/distributed_noise.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/gaussian_mechanism.h"

using dsne::privacy::DistributedNoise;
using dsne::privacy::share_correction;

TEST_CASE("the correction for noise in shares is the sum that Kairouz, Liu and Steinke give") {
  // 10·Σ exp(−2π²v·k/(k + 1)), summed with Python's math.fsum.
  CHECK(share_correction(0.04, 50) == doctest::Approx(235.99092217161103).epsilon(1e-12));
  CHECK(share_correction(0.25, 3) == doctest::Approx(1.2206373471865504).epsilon(1e-12));
  CHECK(share_correction(0.04, 1) == 0);
  CHECK(share_correction(dsne::privacy::min_share_variance, 1000000) < 1e-60);
}

TEST_CASE("shares that are wide enough cost what one discrete Gaussian of their variance costs") {
  const dsne::privacy::DiscreteGaussianMechanism whole(3, 20);
  CHECK(DistributedNoise{100, 4, 50}.zcdp(3).rho() ==
        doctest::Approx(whole.zcdp().rho()).epsilon(1e-12));
  CHECK(DistributedNoise{400, 1, 1}.zcdp(3).rho() ==
        doctest::Approx(whole.zcdp().rho()).epsilon(1e-12));
}

TEST_CASE("narrow shares cost more, by the better of the two bounds, and more with more numbers") {
  const double narrow = share_correction(0.25, 3);
  const double ratio = 1 / std::sqrt(0.75);
  CHECK(DistributedNoise{0.25, 3, 1}.zcdp(1).rho() ==
        doctest::Approx((ratio * ratio + narrow / 2) / 2));
  CHECK(DistributedNoise{0.25, 3, 100}.zcdp(1).rho() > DistributedNoise{0.25, 3, 1}.zcdp(1).rho());
  const double wide = share_correction(1, 3);
  CHECK(DistributedNoise{1, 3, 100}.zcdp(1000).rho() ==
        doctest::Approx((1000 * 1000 / 3.0 + wide * 50) / 2).epsilon(1e-6));
}

TEST_CASE("noise that is none, or of nobody, is refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS((DistributedNoise{0, 1, 1}.zcdp(1)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{1, 0, 1}.zcdp(1)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{1, 1, 0}.zcdp(1)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{1, 1, 1}.zcdp(0)), dsne::InputError);
  CHECK_THROWS_AS((DistributedNoise{infinity, 1, 1}.zcdp(1)), dsne::InputError);
}
