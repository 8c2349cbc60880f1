#pragma once

#include <array>
#include <csignal>

namespace dsne::tools {

/// While it exists, SIGINT, SIGTERM and SIGHUP do not end this process but are recorded, so that a
/// command can clean up first. (Ctrl-C also reaches the running step and ends it.)
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  InterruptGuard(InterruptGuard&&) = delete;
  InterruptGuard& operator=(InterruptGuard&&) = delete;

  /// Returns whether a signal has arrived.
  static bool interrupted();
  /// @throws Error when a signal has arrived
  static void check();

 private:
  std::array<struct sigaction, 3> previous_{};
};

}  // namespace dsne::tools
