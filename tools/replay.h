#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/orchestrator.h"

namespace dsne::tools {

/// Says where two documents first differ, without any value: "/a/1/b has another value".
/// @return "" if they have the same values
std::string first_difference(const Json& expected, const Json& actual);

/// The replay to make.
struct Replay {
  fs::path transcript;              ///< a folder written by TranscriptWriter
  Program local;                    ///< a site's program
  Program remote;                   ///< the coordinator's program
  std::optional<std::size_t> step;  ///< only this call of the run, from 1; all calls if empty
};

/// A call whose answer differs from the recorded one.
struct ReplayDifference {
  std::size_t number = 0;
  std::string node;
  std::string what;         ///< where and how it differs, in one line without values
  std::string diagnostics;  ///< the program's stderr if it failed
};

/// The result of a replay.
struct ReplayResult {
  std::size_t equal = 0;                       ///< calls with the recorded answer
  std::optional<ReplayDifference> difference;  ///< the first other one, which ends the replay
};

/// Calls the programs again with their recorded stdin and compares stdout byte for byte, except for
/// the key that a site draws when it registers. Temporary directories replace the output, transfer
/// and cache directories for the whole replay (the transfer directory is emptied after each call),
/// so the recorded run is not changed. The base directory is the recorded one. A single step gets a
/// copy of the node's output directory, because earlier steps may have written files that it needs.
/// @throws InputError when the transcript is damaged or has no such step
/// @throws StorageError when a temporary folder cannot be made
ReplayResult replay(const Replay& what);

}  // namespace dsne::tools
