#pragma once

#include <array>
#include <csignal>

namespace dsne::tools {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end this process but are remembered, so that a
/// command can tidy up first. (A Ctrl-C also reaches the running step, which ends by it.)
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  InterruptGuard(InterruptGuard&&) = delete;
  InterruptGuard& operator=(InterruptGuard&&) = delete;

  /// Whether a signal has come.
  static bool interrupted();
  /// @throws Error when a signal has come
  static void check();

 private:
  std::array<struct sigaction, 3> previous_{};
};

}  // namespace dsne::tools
