#pragma once

#include <array>
#include <boost/core/noncopyable.hpp>
#include <csignal>
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
/// Its three streams are files in memory, so none can block another, and a process may leave its
/// stdin unread. Safe to call from several threads, and changes nothing in this process (no signal
/// handler, no inherited descriptor).
/// @throws StorageError when the program cannot be started
ProcessResult run_process(const Program& program, std::string_view input, unsigned threads = 0);

/// While it exists, SIGINT, SIGTERM and SIGHUP do not end this process but are recorded, so that a
/// command can clean up first. (Ctrl-C also reaches the running step and ends it.)
class InterruptGuard : private boost::noncopyable {
 public:
  InterruptGuard();
  ~InterruptGuard();

  /// @throws Error when a signal has arrived
  static void check();

 private:
  std::array<struct sigaction, 3> previous_{};
};

}  // namespace dsne::tools
