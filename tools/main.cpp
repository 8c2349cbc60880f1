#include <unistd.h>

#include <iostream>

#include "core/version.h"
#include "core/waiting_threads.h"
#include "tools/command_line.h"
#include "tools/commands.h"

int main(int argc, char** argv) {
  using namespace dsne::tools;
  const CommandSet commands{
      "dsne",
      std::string(dsne::version()),
      {look_command(), simulate_command(), replay_command(), place_command(), account_command(),
       parameters_command(), identity_command(), summarize_command(), map_command(),
       check_command()},
      {{"reference",
        "a run and dsne map take any table as a reference, and dsne summarize makes a summary of "
        "public scans"},
       {"evaluate", "experiments/evaluate.py measures maps, from the project's source"}}};
  return run_reporting(commands, Arguments(argv + 1, argv + argc),
                       {std::cout, std::cerr, ::isatty(STDERR_FILENO) == 1});
}
