#include "privacy/moments_accountant.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/checked.h"

namespace dsne::privacy {

double moments_epsilon(Zcdp releases, double delta, int largest_moment) {
  checked::probability(delta, "delta");
  if (largest_moment < 1) throw InputError("the largest moment must be 1 or above");
  double best = std::numeric_limits<double>::infinity();
  for (int lambda = 1; lambda <= largest_moment; ++lambda) {
    const double log_moment = lambda * (lambda + 1.0) * releases.rho();
    best = std::min(best, (log_moment - std::log(delta)) / lambda);
  }
  return best;
}

}  // namespace dsne::privacy
