#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "tools/orchestrator.h"
#include "tools/status_line.h"

namespace dsne::tools {

/// Where a run is, as the coordinator's last message tells it.
struct Position {
  std::string phase;        ///< empty when it tells none
  std::int64_t round = 0;   ///< of the embedding
  std::int64_t rounds = 0;  ///< in all; 0 outside the embedding
};

/// Reads `phase`, and in the embedding `embed_round` of `rounds`. What is missing or makes no sense
/// counts as not told.
Position read_position(const Json& message);

/// Shows how far a run is: on a terminal one line with a bar, redrawn in place; elsewhere a line at
/// each new phase and each tenth of the embedding. A run that tells no phase shows its steps.
class Progress : public Observer {
 public:
  /// @param clock the seconds passed since any fixed moment
  Progress(std::ostream& out, bool terminal, std::function<double()> clock);

  void after(const Call& call, const Answer& answer) override;

  /// Takes the bar from the terminal, so that other lines can follow.
  void finish();

 private:
  void start_phase(const Position& position, double now);
  std::string status(const Position& position, std::size_t step, double now) const;

  std::ostream& out_;
  bool terminal_;
  std::function<double()> clock_;
  double start_;
  std::string phase_;
  double phase_start_ = 0;        ///< when the phase's first message came
  std::int64_t phase_round_ = 0;  ///< the round that it told
  std::int64_t printed_tenth_ = 0;
  std::size_t next_printed_step_ = 1;
  StatusLine line_;
};

/// Shows how many of a number of like tasks are done: on a terminal one line with a bar, elsewhere
/// a line at each tenth.
class TaskProgress {
 public:
  /// @param name what the tasks are for, first on the line
  TaskProgress(std::ostream& out, bool terminal, std::function<double()> clock, std::string name);

  /// @pre done <= all, all > 0
  void show(std::size_t done, std::size_t all);

  /// Takes the bar from the terminal, so that other lines can follow.
  void finish();

 private:
  std::ostream& out_;
  bool terminal_;
  std::function<double()> clock_;
  std::string name_;
  double start_;
  std::size_t printed_tenth_ = 0;
  StatusLine line_;
};

}  // namespace dsne::tools
