#include "tools/interrupt.h"

#include <array>
#include <cstddef>

#include "core/errors.h"

namespace dsne::tools {
namespace {

constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t received = 0;

void remember(int /*signal*/) { received = 1; }

}  // namespace

InterruptGuard::InterruptGuard() {
  received = 0;
  struct sigaction action {};
  action.sa_handler = remember;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &previous_[i]);
    // A signal that is ignored (nohup) stays ignored.
    if (previous_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &previous_[i], nullptr);
}

bool InterruptGuard::interrupted() { return received != 0; }

void InterruptGuard::check() {
  if (interrupted()) throw Error("interrupted");
}

}  // namespace dsne::tools
