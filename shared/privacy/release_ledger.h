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

/// A site's release logs as the ledger of its privacy budget: the run's log, and those of the same
/// name in the folders beside the run's, where COINSTAC has the site's other runs. Every line with
/// a cost counts, and a release that is repeated counts again. After a simulated release, whose
/// noise is known, nothing real is within any budget.
class ReleaseLedger {
 public:
  /// Reads what the logs say has been spent.
  /// @param run the run's name, for new lines
  /// @param budget the largest ε that the site will spend at this δ, over all lines
  /// @throws InputError when a line of the log cannot be read: it may hide a release
  ReleaseLedger(fs::path log, std::string run, double delta, double budget);

  /// ε of all releases so far.
  double epsilon() const { return ledger_.epsilon(); }

  /// Whether so many more releases stay within the budget. Simulated ones are let through: they
  /// keep nothing private whatever the budget.
  bool allows(const PrivateRelease& each, std::int64_t releases) const;

  /// Counts a release, and writes it to the log, before it is made. Other steps of this site that
  /// spend at the same time wait, and their releases are counted.
  /// @throws InputError when it would pass the budget; it must not be made then
  /// @throws StorageError when the log cannot be written; likewise
  void spend(const Moment& moment, const PrivateRelease& release);

 private:
  void read_logs();

  fs::path log_;
  std::string run_;
  double budget_;
  PrivacyLedger ledger_;
  bool simulated_ = false;  ///< there was a release with simulated noise
};

}  // namespace dsne
