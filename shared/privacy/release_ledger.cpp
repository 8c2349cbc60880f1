#include "privacy/release_ledger.h"

#include <boost/filesystem/operations.hpp>
#include <sstream>
#include <utility>

#include "coinstac/errors.h"
#include "coinstac/folder_lock.h"
#include "privacy/ledger.h"

namespace dsne {
namespace {

constexpr const char* log_name = "the release log";

[[noreturn]] void unreadable(std::size_t line) {
  throw InputError("release_log.jsonl line " + std::to_string(line) +
                   " cannot be read, so what was spent is not known");
}

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
    : log_(std::move(log)),
      run_(std::move(run)),
      budget_(budget),
      delta_(delta),
      spent_(spent_in(log_)) {}

bool ReleaseLedger::allows(const PrivateRelease& each, std::int64_t releases) const {
  if (each.simulated) return true;
  const PrivacyLedger ledger(delta_, spent_.cost);
  return !spent_.simulated && !ledger.would_exceed(budget_, compose(each.cost, releases));
}

void ReleaseLedger::spend(const Moment& moment, const PrivateRelease& release) {
  const FolderLock lock(folder_of_runs(log_));
  spent_ = spent_in(log_);
  if (!allows(release, 1)) {
    throw InputError("the next release would pass this site's epsilon_budget");
  }
  spent_ = together(spent_, {release.cost, release.simulated});
  Json line = message_at(moment);
  line["run"] = run_;
  line["what"] = release.what;
  line["mechanism"] = release.mechanism;
  line["sensitivity"] = release.sensitivity;
  line["sigma"] = release.sigma;
  line["rho"] = release.cost.rho();
  line["rho_so_far"] = spent_.cost.rho();
  line["delta"] = delta_;
  line["epsilon_so_far"] = epsilon();
  line["neighbours"] = "replace one";
  if (release.simulated) line["not_private"] = "simulation: the noise came from a seed";
  append_line(log_, line.dump(-1, ' ', true), log_name);
}

}  // namespace dsne
