#pragma once

#include <array>
#include <boost/core/noncopyable.hpp>
#include <csignal>

namespace dsne::tools {

/// While it exists, SIGINT, SIGTERM and SIGHUP do not end this process but are recorded, so that a
/// command can clean up first. (Ctrl-C also reaches the running step and ends it.)
class InterruptGuard : private boost::noncopyable {
 public:
  InterruptGuard();
  ~InterruptGuard();

  /// Returns whether a signal has arrived.
  static bool interrupted();
  /// @throws Error when a signal has arrived
  static void check();

 private:
  std::array<struct sigaction, 3> previous_{};
};

}  // namespace dsne::tools
