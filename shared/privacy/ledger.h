#pragma once

#include "privacy/cost.h"

namespace dsne::privacy {

/// A site's spending: the cost of all its releases, and the resulting ε at one δ. Costs add and ε
/// does not, so a ledger keeps the cost. This class is arithmetic only; ReleaseLedger keeps the
/// file.
class PrivacyLedger {
 public:
  /// @param spent the cost of earlier releases
  /// @throws InputError unless 0 < delta < 1
  explicit PrivacyLedger(double delta, Cost spent = Cost());

  double delta() const { return delta_; }
  Cost spent() const { return spent_; }

  /// Returns the ε spent so far.
  double epsilon() const;

  /// Returns the ε that would be spent after one more release.
  double epsilon_after(Cost release) const;

  /// Adds a release. Call it before the release is made.
  void add(Cost release);

  /// Returns whether one more release would exceed the budget. A billionth of the budget is allowed
  /// for rounding, so that noise chosen for J releases allows all J.
  /// @param budget_epsilon >= 0
  /// @throws InputError when the budget is negative or not finite
  bool would_exceed(double budget_epsilon, Cost release) const;

 private:
  double delta_;
  Cost spent_;
};

}  // namespace dsne::privacy
