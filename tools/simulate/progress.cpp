#include "tools/simulate/progress.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <cctype>
#include <chrono>
#include <cmath>
#include <optional>
#include <ostream>
#include <utility>

namespace dsne::tools {
namespace {

std::int64_t whole_number(const Json& message, const char* name) {
  const auto found = message.find(name);
  if (found == message.end() || !found->is_number_integer()) return -1;
  return found->get<std::int64_t>();
}

/// A phase is printed unchanged, so only plain words are.
bool is_word(const std::string& text) {
  return text.size() < 32 && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '-';
         });
}

constexpr const char* clear_line = "\r\x1b[K";
constexpr double redraw_seconds = 0.1;
constexpr std::size_t line_width = 79;
constexpr std::int64_t bar_width = 20;

/// Returns a progress bar: "[#####---------------] ".
std::string progress_bar(std::int64_t done, std::int64_t all) {
  const std::int64_t filled = done * bar_width / all;
  return "[" + std::string(static_cast<std::size_t>(filled), '#') +
         std::string(static_cast<std::size_t>(bar_width - filled), '-') + "] ";
}

}  // namespace

Position read_position(const Json& message) {
  Position position;
  const auto phase = message.find("phase");
  if (phase == message.end() || !phase->is_string() || !is_word(phase->get<std::string>())) {
    return position;
  }
  position.phase = phase->get<std::string>();
  const std::int64_t round = whole_number(message, "embed_round");
  const std::int64_t rounds = whole_number(message, "rounds");
  if (rounds > 0 && rounds < 1'000'000'000 && round >= 0 && round <= rounds) {
    position.round = round;
    position.rounds = rounds;
  }
  return position;
}

Progress::Progress(std::ostream& out, bool terminal, std::function<double()> clock)
    : out_(out), terminal_(terminal), clock_(std::move(clock)), start_(clock_()) {}

void Progress::after(const Call& call, const Answer& answer) {
  const Position position = read_position(answer.output);
  if (call.node != coordinator_id || position.phase.empty()) return;
  const double now = clock_();
  const bool new_phase = position.phase != phase_;
  if (new_phase) {
    phase_ = position.phase;
    phase_start_ = now;
    phase_round_ = position.round;
    printed_tenth_ = 0;
  }
  const std::int64_t tenth = position.rounds == 0 ? 0 : position.round * 10 / position.rounds;
  if (terminal_ && (new_phase || now - drawn_ >= redraw_seconds)) {
    out_ << clear_line << status(position, now).substr(0, line_width) << std::flush;
    drawn_ = now;
  } else if (!terminal_ && (new_phase || tenth > printed_tenth_)) {
    out_ << status(position, now) << std::endl;
    printed_tenth_ = tenth;
  }
}

std::string Progress::status(const Position& position, double now) const {
  const std::string elapsed = duration(now - start_) + " elapsed";
  if (position.rounds == 0) return position.phase + ", " + elapsed;
  std::string line =
      position.phase + " " + (terminal_ ? progress_bar(position.round, position.rounds) : "") +
      std::to_string(position.round * 100 / position.rounds) + " %, round " +
      std::to_string(position.round) + " of " + std::to_string(position.rounds) + ", " + elapsed;
  const std::int64_t done = position.round - phase_round_;
  if (done > 0) {
    const double per_round = (now - phase_start_) / static_cast<double>(done);
    line += ", " + duration(per_round * static_cast<double>(position.rounds - position.round)) +
            " left";
  }
  return line;
}

void Progress::finish() {
  if (drawn_ >= 0) out_ << clear_line << std::flush;
  drawn_ = -1;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string duration(double seconds) {
  const auto whole = std::llround(std::max(0.0, seconds));
  if (whole < 3600) return str(boost::format("%d:%02d") % (whole / 60) % (whole % 60));
  return str(boost::format("%d:%02d:%02d") % (whole / 3600) % (whole / 60 % 60) % (whole % 60));
}

namespace {

/// Returns the rest of a text after its beginning, if it has that beginning.
std::optional<std::string> after(const std::string& text, const std::string& beginning) {
  if (!text.starts_with(beginning)) return std::nullopt;
  return text.substr(beginning.size());
}

/// Returns the one line that our program prints when it fails, without the node's name.
std::optional<std::string> told(const Failure& failure) {
  const std::string& text = failure.diagnostics;
  const auto end = text.find('\n');
  if (end == std::string::npos || end + 1 != text.size()) return std::nullopt;
  const std::string line = text.substr(0, end);
  const bool of_coordinator = failure.node == coordinator_id;
  return after(line, of_coordinator ? "remote: " : "site " + failure.node + ": ");
}

std::string item_mark(std::size_t number) { return "(" + std::to_string(number) + ") "; }

/// Returns the faults in "3 faults: (1) …; (2) …; (3) …"; any other line is one fault.
std::vector<std::string> faults_in(const std::string& line) {
  const std::string first = " faults: " + item_mark(1);
  auto begin = line.find(first);
  const bool counted =
      begin != std::string::npos && begin > 0 && line.find_first_not_of("0123456789") == begin;
  if (!counted) return {line};
  begin += first.size();
  std::vector<std::string> parts;
  while (true) {
    const std::string next = "; " + item_mark(parts.size() + 2);
    const auto end = line.find(next, begin);
    parts.push_back(line.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + next.size();
  }
}

struct Fault {
  std::vector<std::string> sites;  ///< empty for a fault of the run as a whole
  std::string text;
};

/// Adds a fault of a site, or of the run if `site` is empty, unless it is known.
void add(std::vector<Fault>& faults, const std::string& site, const std::string& text) {
  auto found = std::find_if(faults.begin(), faults.end(), [&](const Fault& fault) {
    return fault.text == text && fault.sites.empty() == site.empty();
  });
  if (found == faults.end()) found = faults.insert(faults.end(), {{}, text});
  if (site.empty() || std::count(found->sites.begin(), found->sites.end(), site) > 0) return;
  found->sites.push_back(site);
}

/// Adds the coordinator's line, which may begin with a site's name.
void add_told(std::vector<Fault>& faults, const std::string& text) {
  const std::string beginning = "site ";
  const auto colon = text.find(": ");
  const auto rest = after(text, beginning);
  const bool of_site =
      rest && colon != std::string::npos && text.find(' ', beginning.size()) == colon + 1;
  if (!of_site) return add(faults, "", text);
  add(faults, text.substr(beginning.size(), colon - beginning.size()), text.substr(colon + 2));
}

std::string line_of(const Fault& fault, std::size_t sites) {
  if (fault.sites.empty()) return fault.text;
  const bool all = sites > 1 && fault.sites.size() == sites;
  return (all ? "all sites" : boost::algorithm::join(fault.sites, ", ")) + ": " + fault.text;
}

}  // namespace

RunFaults faults_at_registration(const SiteFaults& of_sites, const std::vector<Failure>& failures,
                                 std::size_t sites) {
  std::vector<Fault> faults;
  RunFaults result;
  for (const auto& [site, line] : of_sites) add(faults, site, line);
  for (const Failure& failure : failures) {
    const std::optional<std::string> line = told(failure);
    if (!line) {
      result.others.push_back(failure);
      continue;
    }
    for (const std::string& part : faults_in(*line)) {
      if (failure.node == coordinator_id) {
        add_told(faults, part);
      } else {
        add(faults, failure.node, part);
      }
    }
  }
  for (const Fault& fault : faults) result.lines.push_back(line_of(fault, sites));
  return result;
}

}  // namespace dsne::tools
