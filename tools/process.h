#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dsne::tools {

/// A program's path and its arguments.
using Program = std::vector<std::string>;

/// What a process left when it had ended.
struct ProcessResult {
  std::string out;    ///< its whole stdout
  std::string err;    ///< its whole stderr
  int exit_code = 0;  ///< what it returned; 0 when a signal ended it
  int signal = 0;     ///< the signal that ended it, or 0

  /// Why it counts as failed, in words; empty when it returned 0.
  std::string failure() const;
};

/// Runs a program to its end, with `input` as its stdin and this process's environment.
/// @param threads for its OpenMP, unless the environment says how many; 0 leaves it to OpenMP
///
/// All three streams move at the same time, so none can block another, whatever their size. A
/// process that leaves its stdin unread is no error. Safe to call from several threads at once, and
/// changes nothing of this process (no signal handler, no inherited descriptor).
/// @throws StorageError when the program cannot be started
ProcessResult run_process(const Program& program, std::string_view input, unsigned threads = 0);

}  // namespace dsne::tools
