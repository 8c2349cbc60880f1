#include <csignal>
#include <iostream>

#include "coinstac/step.h"
#include "core/waiting_threads.h"
#include "remote/remote_run.h"

int main() {
  // A write beyond a quota must return an error, not kill the process.
  static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
  std::ios::sync_with_stdio(false);
  return dsne::coinstac::run_step("remote", dsne::remote::answer_step, std::cin, std::cout,
                                  std::cerr);
}
