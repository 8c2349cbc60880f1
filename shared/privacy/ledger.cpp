#include "privacy/ledger.h"

#include "privacy/checked.h"

namespace dsne::privacy {

PrivacyLedger::PrivacyLedger(double delta, Cost spent)
    : delta_(checked::probability(delta, "delta")), spent_(spent) {}

double PrivacyLedger::epsilon() const { return spent_.epsilon(delta_); }

double PrivacyLedger::epsilon_after(Cost release) const {
  return compose(spent_, release).epsilon(delta_);
}

void PrivacyLedger::add(Cost release) { spent_ = compose(spent_, release); }

bool PrivacyLedger::would_exceed(double budget_epsilon, Cost release) const {
  constexpr double rounding = 1e-9;
  checked::non_negative(budget_epsilon, "epsilon_budget");
  return epsilon_after(release) > budget_epsilon * (1 + rounding);
}

}  // namespace dsne::privacy
