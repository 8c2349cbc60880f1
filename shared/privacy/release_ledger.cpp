#include "privacy/release_ledger.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <sstream>
#include <utility>

#include "core/descriptor.h"
#include "core/errors.h"
#include "core/json_text.h"

namespace dsne::privacy {
namespace {

constexpr const char* log_name = "the release log";
constexpr const char* ledger_file_name = "privacy_ledger.jsonl";
constexpr const char* folder_name = "the folder of the privacy ledger";

using Entries = std::vector<LedgerEntry>;

[[noreturn]] void unreadable(std::size_t line) {
  throw InputError("release_log.jsonl line " + std::to_string(line) +
                   " cannot be read, so what was spent is not known");
}

[[noreturn]] void entries_missing() {
  throw InputError("the privacy ledger lacks entries that it had, so what was spent is not known");
}

/// The total of some releases.
struct Spent {
  Cost cost{};
  bool simulated = false;  ///< one of them had simulated noise

  void add(const Cost& more, bool is_simulated) {
    cost = compose(cost, more);
    simulated = simulated || is_simulated;
  }
};

/// Adds a line of a release log that is not in the ledger. Lines without `rho` are messages, not
/// private releases.
void add_line(const Json& line, const Entries& entries, Spent& spent) {
  if (!field(line, "what", log_name).is_string()) throw InputError("no release");
  if (!line.contains("rho")) return;
  const Cost cost = cost_of_line(line, log_name);
  const bool simulated = line.contains("not_private");
  if (!line.contains("ledger_digest")) {
    spent.add(cost, simulated);
    return;
  }
  const auto entry = integer_field(line, "ledger_entry", 1, std::int64_t{1} << 53U, log_name);
  const auto place = static_cast<std::size_t>(entry - 1);
  if (place >= entries.size() || entries[place].digest != line["ledger_digest"]) entries_missing();
}

void add_log(const fs::path& log, const Entries& entries, Spent& spent) {
  const std::string text = read_if_there(log, log_name).value_or("");
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) unreadable(number);
    try {
      add_line(json, entries, spent);
    } catch (const MessageError&) {
      unreadable(number);
    }
  }
  if (!text.empty() && text.back() != '\n') unreadable(number);
}

/// Fails before the run begins if the ledger cannot be written.
void require_writable(const fs::path& file) {
  const Descriptor descriptor(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (descriptor.is_open()) return;
  throw StorageError(std::string("cannot write the privacy ledger: ") + std::strerror(errno));
}

Json told(const PrivateRelease& release, const Moment& moment, const std::string& run) {
  Json line = message_at(moment);
  line["run"] = run;
  line["what"] = release.what;
  line["mechanism"] = release.mechanism;
  line["sensitivity"] = release.sensitivity;
  line["sigma"] = release.sigma;
  line["rho"] = release.cost.rho();
  if (release.cost.is_gaussian()) line["mu"] = release.cost.mu();
  line["neighbours"] = "replace one";
  if (release.simulated) line["not_private"] = "simulation: the noise came from a seed";
  return line;
}

}  // namespace

PrivateRelease gaussian_release(std::string what, const GaussianMechanism& mechanism,
                                bool simulated) {
  return {std::move(what),   "gaussian",       mechanism.sensitivity(),
          mechanism.sigma(), mechanism.cost(), simulated};
}

ReleaseLedger::ReleaseLedger(LedgerPlace place, LedgerMark mark, double delta, double budget)
    : place_(std::move(place)), mark_(std::move(mark)), budget_(budget), ledger_(delta) {
  const FolderLock lock(place_.folder, folder_name);
  require_writable(place_.folder / ledger_file_name);
  read();
}

std::vector<LedgerEntry> ReleaseLedger::read() {
  Entries entries = read_ledger_file(place_.folder / ledger_file_name);
  if (mark_.entries > entries.size()) entries_missing();
  if (mark_.entries > 0 && entries[mark_.entries - 1].digest != mark_.digest) entries_missing();
  Spent spent;
  for (const LedgerEntry& entry : entries) spent.add(entry.cost, entry.simulated);
  add_log(place_.log, entries, spent);
  const fs::path run = place_.log.parent_path();
  for (const fs::path& other : folders_beside(run, "the folder of this site's runs")) {
    add_log(other / place_.log.filename(), entries, spent);
  }
  ledger_ = PrivacyLedger(ledger_.delta(), spent.cost);
  simulated_ = spent.simulated;
  mark_ = {entries.size(), last_digest(entries)};
  return entries;
}

bool ReleaseLedger::allows(const PrivateRelease& each, std::int64_t releases) const {
  if (each.simulated) return true;
  return !simulated_ && !ledger_.would_exceed(budget_, compose(each.cost, releases));
}

void ReleaseLedger::spend(const Moment& moment, const PrivateRelease& release) {
  const FolderLock lock(place_.folder, folder_name);
  const Entries entries = read();
  if (!allows(release, 1)) {
    throw InputError("the next release would pass this site's epsilon_budget");
  }
  ledger_.add(release.cost);
  simulated_ = simulated_ || release.simulated;
  Json line = told(release, moment, place_.run);
  const Json entry = sealed(line, entries);
  append_to_ledger(place_.folder / ledger_file_name, entry);
  mark_ = {entries.size() + 1, entry["digest"]};
  line["ledger_entry"] = mark_.entries;
  line["ledger_digest"] = mark_.digest;
  line["rho_so_far"] = ledger_.spent().rho();
  line["delta"] = ledger_.delta();
  line["epsilon_so_far"] = ledger_.epsilon();
  append_line(place_.log, to_ascii(line), log_name);
}

}  // namespace dsne::privacy
