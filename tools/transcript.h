#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "tools/orchestrator.h"

namespace dsne::tools {

/// Records every call of a run in a folder: `0003-local1.in.json` is the exact stdin of the run's
/// third call, `0003-local1.out.json` its exact stdout. A failed call has no second file.
class TranscriptWriter : public Observer {
 public:
  /// @param folder made if missing
  /// @throws InputError when it is not empty, or not a folder
  /// @throws StorageError when it cannot be made
  explicit TranscriptWriter(fs::path folder);

  /// @throws StorageError when a file cannot be written
  void before(const Call& call) override;
  void after(const Call& call, const Answer& answer) override;

 private:
  fs::path folder_;
};

/// One call of a recorded run.
struct RecordedCall {
  std::size_t number = 0;
  std::string node;
  fs::path input;   ///< the file with its stdin
  fs::path output;  ///< the file with its stdout
};

/// Lists the calls in a transcript's folder, in order. Ignores other files.
/// @throws InputError when there is no transcript, or a call or one of its files is missing
std::vector<RecordedCall> list_transcript(const fs::path& folder);

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

/// The result of a replay.
struct ReplayResult {
  std::size_t equal = 0;  ///< calls with the recorded answer
  /// The first call with another answer, which ends the replay; the reason says where and how it
  /// differs, in one line without values.
  std::optional<Failure> difference;
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
