// A site's release log and its ledger, from which it knows what has been spent.

#include "fuzz/fuzz.h"
#include "privacy/release_ledger.h"

void fuzz::target(std::string_view bytes) {
  clear_scratch();
  const fs::path log = write("runs/run1/release_log.jsonl", bytes);
  const std::size_t middle = bytes.find("\n---\n");
  if (middle != std::string_view::npos) {
    write("runs/run1/release_log.jsonl", bytes.substr(0, middle + 1));
    write("runs/privacy_ledger.jsonl", bytes.substr(middle + 5));
  }
  write("runs/run2/release_log.jsonl", "{\"what\": \"counts\", \"rho\": 0.01}\n");
  dsne::privacy::ReleaseLedger ledger({scratch() / "runs", log, "run1"}, {}, 1e-5, 2);
  const double before = ledger.epsilon();
  require(before > 0);
  const dsne::privacy::PrivateRelease release = {
      "gradient", "gaussian", 2, 10, dsne::privacy::gaussian_cost(2, 10), false};
  require(ledger.allows(release, 1) || !ledger.allows(release, 2));
  ledger.spend({dsne::phase::embed, 7}, release, {"a run's counts", "a draw"});
  const double after = ledger.epsilon();
  require(after > before && after <= 2.1);
  ledger.spend({dsne::phase::embed, 7}, release, {"a run's counts", "a draw"});
  require(ledger.epsilon() == after);
}
