#pragma once

#include <optional>
#include <string>

#include "coinstac/files.h"
#include "coinstac/phase.h"
#include "privacy/gaussian_mechanism.h"
#include "privacy/ledger.h"

namespace dsne {

/// One release of something private, as a site's release log has it.
struct PrivateRelease {
  std::string what;        ///< what is released, in words
  std::string mechanism;   ///< "gaussian" or "discrete gaussian"
  double sensitivity = 0;  ///< Δ, in the released quantity's unit
  double sigma = 0;        ///< the noise's standard deviation, in the same unit
  Zcdp cost;               ///< ρ
  bool simulated = false;  ///< the noise came from a seed: it protects nobody
};

/// A release by the continuous Gaussian mechanism.
PrivateRelease gaussian_release(std::string what, const GaussianMechanism& mechanism,
                                bool simulated);

/// A site's release log as the ledger of its privacy budget. Every line with a cost counts, of
/// whatever run, and a release that is repeated counts again.
class ReleaseLedger {
 public:
  /// Reads what the log says has been spent.
  /// @param run the run's name, for new lines
  /// @param budget the largest ε that the site will spend at this δ, over all lines
  /// @throws InputError when a line of the log cannot be read: it may hide a release
  ReleaseLedger(fs::path log, std::string run, double delta, double budget);

  /// ε of all releases so far.
  double epsilon() const { return ledger_.epsilon(); }

  /// Whether so many more releases stay within the budget.
  bool allows(Zcdp each, std::int64_t releases) const;

  /// Counts a release, and writes it to the log, before it is made.
  /// @throws InputError when it would pass the budget; it must not be made then
  /// @throws StorageError when the log cannot be written; likewise
  void spend(const Moment& moment, const PrivateRelease& release);

 private:
  fs::path log_;
  std::string run_;
  double budget_;
  PrivacyLedger ledger_;
};

}  // namespace dsne
