#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "tools/simulate/orchestrator.h"

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

/// What sites report of their files: the site, and a line.
using SiteFaults = std::vector<std::pair<std::string, std::string>>;

/// The faults that ended a run before its first round.
struct RunFaults {
  /// Each fault once, with the sites that have it: "local0, local2: …", or "all sites: …" if there
  /// are several and all have it. A fault of the run as a whole names none.
  std::vector<std::string> lines;
  std::vector<Failure> others;  ///< failures without a one-line message
};

/// Collects the faults that sites and coordinator reported at registration. The coordinator repeats
/// the sites' lines.
/// @param failures the calls that failed
/// @param sites    how many there are
RunFaults faults_at_registration(const SiteFaults& of_sites, const std::vector<Failure>& failures,
                                 std::size_t sites);

}  // namespace dsne::tools
