#include <csignal>
#include <iostream>

#include "coinstac/step.h"
#include "core/waiting_threads.h"
#include "local/site_run.h"

int main() {
  // A write beyond a quota must return an error, not kill the process.
  static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
  std::ios::sync_with_stdio(false);
  return dsne::coinstac::run_step("site", dsne::local::answer_step, std::cin, std::cout, std::cerr);
}
