#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/files.h"
#include "core/json.h"
#include "core/step.h"
#include "privacy/cost.h"
#include "privacy/random_source.h"

namespace dsne::privacy {

/// A private release, as in a site's release log.
struct PrivateRelease {
  std::string what;        ///< the released thing, in words
  std::string mechanism;   ///< "gaussian" or "discrete gaussian"
  double sensitivity = 0;  ///< Δ, in the released quantity's unit
  double sigma = 0;        ///< the noise's standard deviation, in the same unit
  Cost cost;
  bool simulated = false;  ///< the noise came from a seed: it protects nobody
};

/// Charges a release to a site's budget, and returns its noise: the same when the step is repeated.
/// Throws when the release must not be made.
using Spend = std::function<KeyedSource(const PrivateRelease&)>;

/// A release's draw of noise, by digests of what they follow from.
struct Draw {
  std::string release;  ///< identifies the release: the run, and what it releases
  std::string noise;    ///< identifies its noise, which differs after any other message
};

/// The location of a site's ledger and of the logs that it must agree with.
struct LedgerPlace {
  fs::path folder;  ///< of the ledger file, which covers all the site's runs
  fs::path log;     ///< the run's release log; other runs' logs are in the folders beside its own
  std::string run;  ///< the run's name
};

/// The extent of a ledger at some time.
struct LedgerMark {
  std::size_t entries = 0;
  std::string digest;  ///< of the last entry; "" for none

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("entries", self.entries);
    visit("digest", self.digest);
  }
};

/// A site's privacy budget. Its ledger file counts every private release of all its runs. A run
/// draws each of its releases once: one that is repeated with the same noise is not counted again,
/// and one with other noise is refused. Releases that only the release logs hold (of a version
/// without a ledger) count, too. It is an error if a log names an entry that the ledger lacks, or
/// the ledger is behind an earlier mark: it was truncated, and the spending is unknown. After a
/// simulated release, whose noise is known, no real release is within any budget.
class ReleaseLedger {
 public:
  /// Reads the spending. The folder must exist, and be lockable and writable.
  /// @param mark the ledger's extent at an earlier step of this run
  /// @param budget the largest ε that the site may spend at this δ
  /// @throws InputError when the ledger or a log is malformed, or an entry is missing
  /// @throws StorageError when the ledger cannot be locked, read or written, or a log cannot be
  ///   read
  ReleaseLedger(LedgerPlace place, LedgerMark mark, double delta, double budget);

  /// Returns the ε of all releases so far.
  double epsilon() const { return spent_.epsilon(delta_); }

  LedgerMark mark() const { return mark_; }

  /// Returns whether a number of further releases stays within the budget. Simulated ones are
  /// always allowed, because they keep nothing private.
  bool allows(const PrivateRelease& each, std::int64_t releases) const;

  /// Adds a release to ledger and log before it is made, unless they have this draw of it. Waits
  /// for other steps of this site that spend at the same time, and counts their releases.
  /// @throws InputError when it would exceed the budget, or the ledger has another draw of it; it
  ///   must not be made then
  /// @throws StorageError when ledger or log cannot be written; it must not be made then
  void spend(const Moment& moment, const PrivateRelease& release, const Draw& draw);

 private:
  /// Reads the spending.
  /// @return the ledger's mark after the draw of that release; nothing if it was not made
  /// @throws InputError when the ledger has another draw of it
  std::optional<LedgerMark> read(const Draw& draw = {});

  /// Adds a release to the ledger file.
  /// @param entry what the ledger and the log say of it
  void charge(const PrivateRelease& release, const Draw& draw, Json entry);

  LedgerPlace place_;
  LedgerMark mark_;
  double delta_;
  double budget_;
  Cost spent_;
  bool simulated_ = false;  ///< there was a release with simulated noise
};

/// Appends one JSON line per field of a message to a site's release log, before it is sent: the
/// run, the message's phase and round, the field's name (`what`), its `shape` and, for numbers, its
/// Euclidean `norm`. A masked term has `masked`, true, instead of a norm. A message that is
/// repeated at once is not logged again.
/// @param run the run's name
/// @param message the message that leaves the site
/// @throws StorageError when the log cannot be written; the message must not be sent then
void log_release(const fs::path& log, const std::string& run, const Json& message);

}  // namespace dsne::privacy
