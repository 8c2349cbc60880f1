#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/command_line.h"
#include "tools/orchestrator.h"

namespace dsne::tools {

/// What to replay.
struct Replay {
  fs::path transcript;              ///< a folder as TranscriptWriter makes it
  Program local;                    ///< a site's program
  Program remote;                   ///< the coordinator's program
  std::optional<std::size_t> step;  ///< only this call of the run, from 1; all without it
};

/// A call that did not answer as recorded.
struct ReplayDifference {
  std::size_t number = 0;
  std::string node;
  std::string what;         ///< where and how it differs, in one line without values
  std::string diagnostics;  ///< the program's stderr, when it failed
};

/// How a replay went.
struct ReplayResult {
  std::size_t equal = 0;                       ///< calls that answered as recorded
  std::optional<ReplayDifference> difference;  ///< the first that did not; the replay ends there
};

/// Calls the programs again with their recorded stdin and compares stdout byte for byte, but for
/// the key that a site draws when it registers. Output, transfer and cache directories are replaced
/// by temporary ones, kept for the whole replay (the transfer directory is emptied after each
/// call), so nothing of the recorded run is touched; the base directory is the recorded one. A
/// single step finds a copy of what the recorded run left in the node's output directory: earlier
/// steps may have put there what it needs.
/// @throws InputError when the transcript is damaged or has no such step
/// @throws StorageError when a temporary folder cannot be made
ReplayResult replay(const Replay& what);

/// `dsne replay`. Its exit code is 0 when all is equal, else 1.
Command replay_command();

}  // namespace dsne::tools
