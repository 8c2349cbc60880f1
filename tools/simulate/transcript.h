#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/files.h"
#include "tools/simulate/orchestrator.h"

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

}  // namespace dsne::tools
