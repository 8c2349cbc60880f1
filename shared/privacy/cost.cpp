#include "privacy/cost.h"

#include <cmath>

#include "privacy/checked.h"

namespace dsne::privacy {
namespace {

Cost with_rho(double rho, bool is_gaussian) {
  return is_gaussian ? Cost(GaussianDp(std::sqrt(2 * rho))) : Cost(Zcdp(rho));
}

}  // namespace

Cost::Cost(GaussianDp gaussian) : rho_(gaussian.mu() * gaussian.mu() / 2) {}

Cost::Cost(Zcdp zcdp) : rho_(zcdp.rho()), is_gaussian_(zcdp.rho() == 0) {}

double Cost::mu() const { return std::sqrt(2 * rho_); }

double Cost::epsilon(double delta) const {
  return is_gaussian_ ? GaussianDp(mu()).epsilon(delta) : Zcdp(rho_).epsilon(delta);
}

Cost compose(const Cost& first, const Cost& second) {
  Cost both;
  both.rho_ = checked::non_negative(first.rho_ + second.rho_, "rho");
  both.is_gaussian_ = first.is_gaussian_ && second.is_gaussian_;
  return both;
}

Cost compose(const Cost& each, std::int64_t releases) {
  return with_rho(each.rho() * static_cast<double>(checked::releases(releases)),
                  each.is_gaussian());
}

Cost part_of(const Cost& whole, double share) {
  return with_rho(whole.rho() * share, whole.is_gaussian());
}

}  // namespace dsne::privacy
