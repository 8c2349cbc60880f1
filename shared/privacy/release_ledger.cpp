#include "privacy/release_ledger.h"

#include <boost/filesystem/operations.hpp>
#include <sstream>
#include <utility>

#include "coinstac/errors.h"

namespace dsne {
namespace {

constexpr const char* log_name = "the release log";

[[noreturn]] void unreadable(std::size_t line) {
  throw InputError("release_log.jsonl line " + std::to_string(line) +
                   " cannot be read, so what was spent is not known");
}

/// What one line of the log cost. Lines without `rho` tell of messages, not of private releases.
Zcdp cost_of(const std::string& text, std::size_t number) {
  const Json line = Json::parse(text, nullptr, false);
  if (!line.is_object()) unreadable(number);
  const auto rho = line.find("rho");
  if (rho == line.end()) return Zcdp();
  try {
    return Zcdp(number_field(line, "rho", log_name));
  } catch (const Error&) {
    unreadable(number);
  }
}

Zcdp spent_in(const fs::path& log) {
  Zcdp spent;
  boost::system::error_code error;
  if (fs::status(log, error).type() == fs::file_not_found) return spent;
  const std::string text = read_file(log, log_name);
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    spent = compose(spent, cost_of(line, ++number));
  }
  if (!text.empty() && text.back() != '\n') unreadable(number);
  return spent;
}

}  // namespace

PrivateRelease gaussian_release(std::string what, const GaussianMechanism& mechanism,
                                bool simulated) {
  return {std::move(what),   "gaussian",       mechanism.sensitivity(),
          mechanism.sigma(), mechanism.zcdp(), simulated};
}

ReleaseLedger::ReleaseLedger(fs::path log, std::string run, double delta, double budget)
    : log_(std::move(log)), run_(std::move(run)), budget_(budget), ledger_(delta, spent_in(log_)) {}

bool ReleaseLedger::allows(Zcdp each, std::int64_t releases) const {
  return !ledger_.would_exceed(budget_, compose(each, releases));
}

void ReleaseLedger::spend(const Moment& moment, const PrivateRelease& release) {
  if (!allows(release.cost, 1)) {
    throw InputError("the next release would pass this site's epsilon_budget");
  }
  ledger_.add(release.cost);
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
