#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dsne::tools {

/// A program's path and arguments.
using Program = std::vector<std::string>;

/// The result of a finished process.
struct ProcessResult {
  std::string out;    ///< its whole stdout
  std::string err;    ///< its whole stderr
  int exit_code = 0;  ///< its exit code; 0 if a signal ended it
  int signal = 0;     ///< the signal that ended it, or 0

  /// Returns why it failed, in words; empty if it returned 0.
  std::string failure() const;
};

/// Runs a program to its end, with `input` as its stdin and this process's environment.
/// @param threads for its OpenMP, unless the environment sets the number; 0 leaves it to OpenMP
///
/// Serves all three streams at the same time, so none can block another. A process may leave its
/// stdin unread. Safe to call from several threads, and changes nothing in this process (no signal
/// handler, no inherited descriptor).
/// @throws StorageError when the program cannot be started
ProcessResult run_process(const Program& program, std::string_view input, unsigned threads = 0);

}  // namespace dsne::tools
