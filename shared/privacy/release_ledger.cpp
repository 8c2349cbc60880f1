#include "privacy/release_ledger.h"

#include <fcntl.h>

#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/digest.h"
#include "core/errors.h"
#include "core/files.h"
#include "core/json.h"
#include "core/step.h"

namespace dsne::privacy {
namespace {

constexpr const char* log_name = "the release log";
constexpr const char* ledger_name = "the privacy ledger";
constexpr const char* ledger_file_name = "privacy_ledger.jsonl";
constexpr const char* folder_name = "the folder of the privacy ledger";

/// An entry of a site's ledger: a private release.
struct LedgerEntry {
  Cost cost{};             ///< see `cost_of_line`
  bool simulated = false;  ///< its noise came from a seed
  std::string digest;      ///< of this entry and all before
  Draw draw{};             ///< empty in lines of earlier versions
};

using Entries = std::vector<LedgerEntry>;

[[noreturn]] void damaged(std::size_t line) {
  throw InputError("the privacy ledger line " + std::to_string(line) +
                   " is not what was written, so what was spent is not known");
}

[[noreturn]] void unreadable(std::size_t line) {
  throw InputError("release_log.jsonl line " + std::to_string(line) +
                   " cannot be read, so what was spent is not known");
}

[[noreturn]] void entries_missing() {
  throw InputError("the privacy ledger lacks entries that it had, so what was spent is not known");
}

/// Returns the cost in a line of a ledger or a release log: Gaussian with its `mu`, or only `rho`
/// in lines of earlier versions.
/// @throws MessageError when it has no such number, InputError when that is out of range
Cost cost_of_line(const Json& line, std::string_view input) {
  const Zcdp known(number_field(line, "rho", input));
  if (!line.contains("mu")) return Cost(known);
  const Cost cost(GaussianDp(number_field(line, "mu", input)));
  // An earlier version reads rho alone, which must not be less than the true cost.
  if (known.rho() < cost.rho() * (1 - 1e-9)) throw InputError("rho is too small");
  return cost;
}

/// Returns the last entry's digest, which covers all entries; "" for none.
std::string last_digest(const Entries& entries) {
  return entries.empty() ? std::string() : entries.back().digest;
}

/// Returns the digest of an entry's line, which covers all entries before it.
std::string digest_of(const Json& line, const std::string& before) {
  return sha256(before + to_ascii(line));
}

/// Reads a line's entry. @throws Error when it was not written after these entries
LedgerEntry parse_line(const std::string& text, const Entries& before) {
  Json line = Json::parse(text, nullptr, false);
  text_field(line, "run", ledger_name);
  LedgerEntry entry{cost_of_line(line, ledger_name),
                    line.contains("not_private"),
                    text_field(line, "digest", ledger_name),
                    {}};
  if (line.contains("release")) {
    entry.draw = {text_field(line, "release", ledger_name), text_field(line, "noise", ledger_name)};
  }
  line.erase("digest");
  if (digest_of(line, last_digest(before)) != entry.digest) throw InputError("another digest");
  return entry;
}

/// Returns the mark after a draw; nothing if its release was not made.
/// @throws InputError when another draw of it was made
std::optional<LedgerMark> mark_after(const Draw& draw, const Entries& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (draw.release.empty() || entries[i].draw.release != draw.release) continue;
    if (entries[i].draw.noise == draw.noise) return LedgerMark{i + 1, entries[i].digest};
    throw InputError(
        "this run has made this private release after other messages, and makes no second one");
  }
  return std::nullopt;
}

/// Reads a file that may not exist; returns nothing if it does not.
/// @throws StorageError when it is not a file (a broken link, for example), or cannot be read
std::optional<std::string> read_if_there(const fs::path& file, std::string_view what) {
  boost::system::error_code error;
  const fs::file_type type = fs::symlink_status(file, error).type();
  if (type == fs::file_not_found) return std::nullopt;
  if (type != fs::regular_file) throw StorageError(std::string(what) + " is not a file");
  return read_file(file, what);
}

/// Calls visit(line, its number) for each line of a file, if there is such a file.
/// @param refuse throws; called with the number of a last line that does not end
template <typename Visit>
void each_line(const fs::path& file, const char* what, void (*refuse)(std::size_t),
               const Visit& visit) {
  const std::string text = read_if_there(file, what).value_or("");
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) visit(line, ++number);
  if (!text.empty() && text.back() != '\n') refuse(number);
}

/// Reads a site's ledger: a line of JSON per private release of all its runs. Each line has a
/// digest of itself and the line before, which reveals lines that were removed, changed or
/// inserted. ReleaseLedger knows the number of lines and notices missing ones at the end.
/// @return its entries; none when there is no such file
/// @throws InputError naming the first line that was changed
/// @throws StorageError when it is not a file, or cannot be read
Entries read_ledger_file(const fs::path& file) {
  Entries entries;
  each_line(file, ledger_name, damaged, [&](const std::string& line, std::size_t number) {
    try {
      entries.push_back(parse_line(line, entries));
    } catch (const Error&) {
      damaged(number);
    }
  });
  return entries;
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
  each_line(log, log_name, unreadable, [&](const std::string& line, std::size_t number) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) unreadable(number);
    try {
      add_line(json, entries, spent);
    } catch (const MessageError&) {
      unreadable(number);
    }
  });
}

/// Fails before the run begins if the ledger cannot be written.
void require_writable(const fs::path& file) {
  const Descriptor descriptor(::open(
      file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0644));
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

ReleaseLedger::ReleaseLedger(LedgerPlace place, LedgerMark mark, double delta, double budget)
    : place_(std::move(place)), mark_(std::move(mark)), delta_(delta), budget_(budget) {
  const FolderLock lock(place_.folder, folder_name);
  require_writable(place_.folder / ledger_file_name);
  read();
}

std::optional<LedgerMark> ReleaseLedger::read(const Draw& draw) {
  const Entries entries = read_ledger_file(place_.folder / ledger_file_name);
  if (mark_.entries > entries.size()) entries_missing();
  if (mark_.entries > 0 && entries[mark_.entries - 1].digest != mark_.digest) entries_missing();
  Spent spent;
  for (const LedgerEntry& entry : entries) spent.add(entry.cost, entry.simulated);
  add_log(place_.log, entries, spent);
  const fs::path run = place_.log.parent_path();
  for (const fs::path& other : folders_beside(run, "the folder of this site's runs")) {
    add_log(other / place_.log.filename(), entries, spent);
  }
  spent_ = spent.cost;
  simulated_ = spent.simulated;
  mark_ = {entries.size(), last_digest(entries)};
  return mark_after(draw, entries);
}

bool ReleaseLedger::allows(const PrivateRelease& each, std::int64_t releases) const {
  if (each.simulated) return true;
  if (simulated_) return false;
  // A billionth is allowed for rounding, so that noise chosen for J releases allows all J.
  constexpr double rounding = 1e-9;
  const Cost all = compose(spent_, compose(each.cost, releases));
  return all.epsilon(delta_) <= budget_ * (1 + rounding);
}

void ReleaseLedger::spend(const Moment& moment, const PrivateRelease& release, const Draw& draw) {
  const FolderLock lock(place_.folder, folder_name);
  Json line = told(release, moment, place_.run);
  if (const auto made = read(draw)) {
    mark_ = *made;
    // A step that was killed may have written its entry and not yet its line.
    const std::string log = read_if_there(place_.log, log_name).value_or("");
    if (log.find(mark_.digest) != std::string::npos) return;
  } else {
    charge(release, draw, line);
  }
  line["ledger_entry"] = mark_.entries;
  line["ledger_digest"] = mark_.digest;
  line["rho_so_far"] = spent_.rho();
  line["delta"] = delta_;
  line["epsilon_so_far"] = epsilon();
  append_line(place_.log, to_ascii(line), log_name);
}

void ReleaseLedger::charge(const PrivateRelease& release, const Draw& draw, Json entry) {
  if (!allows(release, 1)) {
    throw InputError("the next release would pass this site's epsilon_budget");
  }
  spent_ = compose(spent_, release.cost);
  simulated_ = simulated_ || release.simulated;
  entry["entry"] = mark_.entries + 1;
  entry["release"] = draw.release;
  entry["noise"] = draw.noise;
  mark_ = {mark_.entries + 1, digest_of(entry, mark_.digest)};
  entry["digest"] = mark_.digest;
  append_line(place_.folder / ledger_file_name, to_ascii(entry), ledger_name);
}

namespace {

constexpr std::string_view site_message_name = "the site's message";

/// Returns the rows and columns of a matrix, or the length of an array; empty for a single value.
Json shape_of(const Json& value) {
  if (is_packed(value)) return Json::array({value["rows"], value["columns"]});
  return value.is_array() ? Json::array({value.size()}) : Json::array();
}

/// Returns whether a file ends with a text.
bool ends_with(const fs::path& file, const std::string& text) {
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  return read_file(file, log_name).ends_with(text);
}

/// Returns the root of the sum of squares of an array's numbers; nothing of anything else.
std::optional<double> norm_of(const Json& message, const std::string& name) {
  const Json& value = message[name];
  if (is_packed(value)) {
    return matrix_field(message, name, value["rows"], value["columns"], site_message_name).norm();
  }
  if (!value.is_array() || value.empty() || !value.front().is_number()) return std::nullopt;
  return vector_field(message, name, std::ssize(value), site_message_name).norm();
}

}  // namespace

void log_release(const fs::path& log, const std::string& run, const Json& message) {
  Json moment = message_at(moment_of(message, site_message_name));
  moment["run"] = run;
  std::vector<std::string> lines;
  const auto add = [&](const Json& description) {
    Json line = moment;
    line.update(description);
    lines.push_back(to_ascii(line));
  };
  for (const auto& [name, value] : message.items()) {
    if (name == "phase" || name == "round") continue;
    if (name == "masked") {
      for (const auto& [sum, term] : value.items()) {
        add({{"what", sum}, {"shape", {term.at("rows"), term.at("columns")}}, {"masked", true}});
      }
      continue;
    }
    Json line = {{"what", name}, {"shape", shape_of(value)}};
    if (value.is_number()) line["value"] = value;
    if (const auto norm = norm_of(message, name)) line["root_sum_of_squares"] = *norm;
    add(line);
  }
  const std::string text = boost::algorithm::join(lines, "\n");
  if (!text.empty() && !ends_with(log, text + '\n')) append_line(log, text, log_name);
}

}  // namespace dsne::privacy
