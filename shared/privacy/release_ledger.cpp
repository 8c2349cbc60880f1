#include "privacy/release_ledger.h"

#include <boost/filesystem/operations.hpp>
#include <sstream>
#include <utility>

#include "coinstac/errors.h"
#include "coinstac/folder_lock.h"

namespace dsne {
namespace {

constexpr const char* log_name = "the release log";

[[noreturn]] void unreadable(std::size_t line) {
  throw InputError("release_log.jsonl line " + std::to_string(line) +
                   " cannot be read, so what was spent is not known");
}

/// What release logs tell.
struct Spent {
  Zcdp cost{};             ///< of all releases together
  bool simulated = false;  ///< there was one with simulated noise
};

/// One line of a log. Lines without `rho` tell of messages, not of private releases.
Spent spent_by(const std::string& text, std::size_t number) {
  const Json line = Json::parse(text, nullptr, false);
  if (!line.is_object()) unreadable(number);
  if (!line.contains("rho")) return Spent{};
  try {
    return {Zcdp(number_field(line, "rho", log_name)), line.contains("not_private")};
  } catch (const Error&) {
    unreadable(number);
  }
}

Spent together(const Spent& a, const Spent& b) {
  return {compose(a.cost, b.cost), a.simulated || b.simulated};
}

Spent spent_in_log(const fs::path& log) {
  Spent spent;
  boost::system::error_code error;
  if (fs::status(log, error).type() == fs::file_not_found) return spent;
  const std::string text = read_file(log, log_name);
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    spent = together(spent, spent_by(line, ++number));
  }
  if (!text.empty() && text.back() != '\n') unreadable(number);
  return spent;
}

fs::path folder_of_runs(const fs::path& log) { return log.parent_path().parent_path(); }

/// What the run's log and those of the runs beside it tell.
Spent spent_in(const fs::path& log) {
  Spent spent = spent_in_log(log);
  boost::system::error_code error;
  for (const fs::directory_entry& run : fs::directory_iterator(folder_of_runs(log), error)) {
    if (!fs::is_directory(run.path(), error)) continue;
    if (fs::equivalent(run.path(), log.parent_path(), error)) continue;
    spent = together(spent, spent_in_log(run.path() / log.filename()));
  }
  return spent;
}

}  // namespace

PrivateRelease gaussian_release(std::string what, const GaussianMechanism& mechanism,
                                bool simulated) {
  return {std::move(what),   "gaussian",       mechanism.sensitivity(),
          mechanism.sigma(), mechanism.zcdp(), simulated};
}

ReleaseLedger::ReleaseLedger(fs::path log, std::string run, double delta, double budget)
    : log_(std::move(log)), run_(std::move(run)), budget_(budget), ledger_(delta) {
  read_logs();
}

void ReleaseLedger::read_logs() {
  const Spent spent = spent_in(log_);
  ledger_ = PrivacyLedger(ledger_.delta(), spent.cost);
  simulated_ = spent.simulated;
}

bool ReleaseLedger::allows(const PrivateRelease& each, std::int64_t releases) const {
  if (each.simulated) return true;
  return !simulated_ && !ledger_.would_exceed(budget_, compose(each.cost, releases));
}

void ReleaseLedger::spend(const Moment& moment, const PrivateRelease& release) {
  const FolderLock lock(folder_of_runs(log_));
  read_logs();
  if (!allows(release, 1)) {
    throw InputError("the next release would pass this site's epsilon_budget");
  }
  ledger_.add(release.cost);
  simulated_ = simulated_ || release.simulated;
  Json line = message_at(moment);
  line["run"] = run_;
  line["what"] = release.what;
  line["mechanism"] = release.mechanism;
  line["sensitivity"] = release.sensitivity;
  line["sigma"] = release.sigma;
  line["rho"] = release.cost.rho();
  line["rho_so_far"] = ledger_.spent().rho();
  line["delta"] = ledger_.delta();
  line["epsilon_so_far"] = ledger_.epsilon();
  line["neighbours"] = "replace one";
  if (release.simulated) line["not_private"] = "simulation: the noise came from a seed";
  append_line(log_, line.dump(-1, ' ', true), log_name);
}

}  // namespace dsne
