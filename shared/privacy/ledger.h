#pragma once

#include "privacy/cost.h"

namespace dsne::privacy {

/// What a site has spent: the cost of all its releases, and the ε that follows from it at one δ.
/// Costs add and ε does not, so a ledger keeps the cost. Only arithmetic; the release log is the
/// file.
class PrivacyLedger {
 public:
  /// @param spent what earlier releases have cost already
  /// @throws InputError unless 0 < delta < 1
  explicit PrivacyLedger(double delta, Cost spent = Cost());

  double delta() const { return delta_; }
  Cost spent() const { return spent_; }

  /// ε so far.
  double epsilon() const;

  /// The ε that would have been spent with one more release.
  double epsilon_after(Cost release) const;

  /// Counts a release. Call it before the release is made.
  void add(Cost release);

  /// Whether one more release would take ε above the budget. A billionth of the budget is
  /// allowed for rounding, so that noise chosen for J releases lets all J through.
  /// @param budget_epsilon >= 0
  /// @throws InputError when the budget is negative or not finite
  bool would_exceed(double budget_epsilon, Cost release) const;

 private:
  double delta_;
  Cost spent_;
};

}  // namespace dsne::privacy
