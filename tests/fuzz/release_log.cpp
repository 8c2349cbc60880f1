// A site's release log, from which its ledger reads what has been spent.

#include "fuzz/fuzz.h"
#include "privacy/release_ledger.h"

void fuzz::target(std::string_view bytes) {
  const fs::path log = write("runs/run1/release_log.jsonl", bytes);
  write("runs/run2/release_log.jsonl", "{\"rho\": 0.01}\n");
  dsne::ReleaseLedger ledger(log, "run1", 1e-5, 2);
  const double before = ledger.epsilon();
  require(before > 0);
  const dsne::PrivateRelease release =
      dsne::gaussian_release("gradient", dsne::GaussianMechanism(2, 10), false);
  require(ledger.allows(release, 1) || !ledger.allows(release, 2));
  ledger.spend({dsne::phase::embed, 7}, release);
  require(ledger.epsilon() > before && ledger.epsilon() <= 2.1);
}
