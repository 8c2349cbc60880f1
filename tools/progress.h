#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "tools/orchestrator.h"

namespace dsne::tools {

/// Returns the seconds since a fixed moment, by a steady clock.
double seconds_now();

/// Formats a duration: 1:05, 2:03:09.
std::string duration(double seconds);

/// The state of a run, from the coordinator's last message.
struct Position {
  std::string phase;        ///< empty if unknown
  std::int64_t round = 0;   ///< of the embedding
  std::int64_t rounds = 0;  ///< in all; 0 outside the embedding
};

/// Reads `phase` and, in the embedding, `embed_round` of `rounds`. Ignores missing or invalid
/// members.
Position read_position(const Json& message);

/// Shows a run's progress: on a terminal a redrawn line with a bar, elsewhere a line at each new
/// phase and each tenth of the embedding. The line is cut to a terminal's usual width, and redrawn
/// within a phase at most ten times a second.
class Progress : public Observer {
 public:
  /// @param clock seconds since a fixed moment
  Progress(std::ostream& out, bool terminal, std::function<double()> clock);

  void after(const Call& call, const Answer& answer) override;

  /// Clears the bar, so that other lines can follow.
  void finish();

 private:
  std::string status(const Position& position, double now) const;

  std::ostream& out_;
  bool terminal_;
  std::function<double()> clock_;
  double start_;
  std::string phase_;
  double phase_start_ = 0;        ///< the time of the phase's first message
  std::int64_t phase_round_ = 0;  ///< the round in that message
  std::int64_t printed_tenth_ = 0;
  double drawn_ = -1;  ///< time of the last drawing of the line; negative if not shown
};

}  // namespace dsne::tools
