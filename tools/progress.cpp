#include "tools/progress.h"

#include <algorithm>
#include <boost/format.hpp>
#include <cctype>
#include <chrono>
#include <cmath>
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

}  // namespace dsne::tools
