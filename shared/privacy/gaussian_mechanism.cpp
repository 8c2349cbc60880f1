#include "privacy/gaussian_mechanism.h"

#include "privacy/checked.h"

namespace dsne::privacy {

GaussianMechanism::GaussianMechanism(double sensitivity, double sigma)
    : sensitivity_(checked::positive(sensitivity, "sensitivity")),
      sigma_(checked::positive(sigma, "sigma")) {
  const double ratio = sensitivity_ / sigma_;
  checked::positive(ratio * ratio, "sensitivity over sigma, squared,");
}

Cost GaussianMechanism::cost() const { return Cost(GaussianDp(sensitivity_ / sigma_)); }

}  // namespace dsne::privacy
