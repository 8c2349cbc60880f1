#pragma once

#include "privacy/zcdp.h"

namespace dsne::privacy {

/// What a site has spent: the ρ of all its releases, and the ε that follows from it at one δ. ρ
/// adds and ε does not, so a ledger keeps ρ. Only arithmetic; the release log is the file.
class PrivacyLedger {
 public:
  /// @param spent what earlier releases have cost already
  /// @throws InputError unless 0 < delta < 1
  explicit PrivacyLedger(double delta, Zcdp spent = Zcdp());

  double delta() const { return delta_; }
  Zcdp spent() const { return spent_; }

  /// ε so far, by Zcdp::epsilon.
  double epsilon() const;

  /// The ε that would have been spent with one more release.
  double epsilon_after(Zcdp release) const;

  /// Counts a release. Call it before the release is made.
  void add(Zcdp release);

  /// Whether one more release would take ε above the budget. A billionth of the budget is
  /// allowed for rounding, so that noise chosen by sigma_for() for J releases lets all J through.
  /// @param budget_epsilon >= 0
  /// @throws InputError when the budget is negative or not finite
  bool would_exceed(double budget_epsilon, Zcdp release) const;

 private:
  double delta_;
  Zcdp spent_;
};

}  // namespace dsne::privacy
