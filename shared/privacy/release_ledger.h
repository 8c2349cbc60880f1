#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/phase.h"
#include "privacy/gaussian_mechanism.h"
#include "privacy/ledger.h"
#include "privacy/ledger_file.h"

namespace dsne::privacy {

/// One release of something private, as a site's release log has it.
struct PrivateRelease {
  std::string what;        ///< what is released, in words
  std::string mechanism;   ///< "gaussian" or "discrete gaussian"
  double sensitivity = 0;  ///< Δ, in the released quantity's unit
  double sigma = 0;        ///< the noise's standard deviation, in the same unit
  Cost cost;
  bool simulated = false;  ///< the noise came from a seed: it protects nobody
};

/// A release by the continuous Gaussian mechanism.
PrivateRelease gaussian_release(std::string what, const GaussianMechanism& mechanism,
                                bool simulated);

/// Where a site's ledger is, and what it is to agree with.
struct LedgerPlace {
  fs::path folder;  ///< of the ledger file, which counts for all the site's runs
  fs::path log;  ///< the run's release log; those of other runs are in the folders beside its own
  std::string run;  ///< the run's name
};

/// How far a ledger had come.
struct LedgerMark {
  std::size_t entries = 0;
  std::string digest;  ///< of the last one; "" without any
};

/// A site's privacy budget: its ledger file counts every private release of all its runs, and a
/// release that is repeated counts again. Releases that the release logs tell and the ledger does
/// not (of a version without a ledger) count, too; but where a log tells of an entry that the
/// ledger should have, or the ledger is behind an earlier mark, it was emptied or cut, and that is
/// an error: what was spent is then not known. After a simulated release, whose noise is known,
/// nothing real is within any budget.
class ReleaseLedger {
 public:
  /// Reads what has been spent. The folder must be there, and be one that this can lock and write.
  /// @param mark how far the ledger had come at an earlier step of this run
  /// @param budget the largest ε that the site will spend at this δ
  /// @throws InputError when the ledger or a log cannot be understood, or lacks an entry
  /// @throws StorageError when the ledger cannot be locked, read or written, or a log not be read
  ReleaseLedger(LedgerPlace place, LedgerMark mark, double delta, double budget);

  /// ε of all releases so far.
  double epsilon() const { return ledger_.epsilon(); }

  LedgerMark mark() const { return mark_; }

  /// Whether so many more releases stay within the budget. Simulated ones are let through: they
  /// keep nothing private whatever the budget.
  bool allows(const PrivateRelease& each, std::int64_t releases) const;

  /// Counts a release, and writes it to ledger and log, before it is made. Other steps of this site
  /// that spend at the same time wait, and their releases are counted.
  /// @throws InputError when it would pass the budget; it must not be made then
  /// @throws StorageError when ledger or log cannot be written; likewise
  void spend(const Moment& moment, const PrivateRelease& release);

 private:
  std::vector<LedgerEntry> read();

  LedgerPlace place_;
  LedgerMark mark_;
  double budget_;
  PrivacyLedger ledger_;
  bool simulated_ = false;  ///< there was a release with simulated noise
};

}  // namespace dsne::privacy
