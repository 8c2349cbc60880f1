#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "tools/account.h"
#include "tools/command_line.h"
#include "tools/evaluate.h"
#include "tools/experiment.h"
#include "tools/identity.h"
#include "tools/place.h"
#include "tools/replay.h"
#include "tools/simulate.h"

namespace {

struct Subcommand {
  std::string_view name;
  std::string_view description;
  int (*run)(const std::vector<std::string>& arguments, const dsne::tools::Console& console);
};

constexpr std::array<Subcommand, 7> subcommands = {{
    {"simulate", "make a whole run on this machine", dsne::tools::simulate_command},
    {"replay", "make a recorded run again and compare", dsne::tools::replay_command},
    {"evaluate", "measure maps against the data they show", dsne::tools::evaluate_command},
    {"place", "put new subjects on the map of a finished run", dsne::tools::place_command},
    {"experiment", "make and measure the maps of an experiment", dsne::tools::experiment_command},
    {"account", "tell what the noise of a private run is worth", dsne::tools::account_command},
    {"identity", "make the key by which other sites know a site", dsne::tools::identity_command},
}};

void print_help(std::ostream& out) {
  out << "Usage: dsne COMMAND [options]\n\nCommands\n";
  for (const Subcommand& command : subcommands) {
    out << "  " << command.name << std::string(12 - command.name.size(), ' ') << command.description
        << '\n';
  }
  out << "\n`dsne COMMAND --help` tells a command's options, `dsne --version` the version."
      << std::endl;
}

int run_subcommand(const Subcommand& command, const std::vector<std::string>& arguments) {
  const dsne::tools::Console console{std::cout, std::cerr, ::isatty(STDERR_FILENO) == 1};
  const auto fail = [&](const std::string& message, int exit_code) {
    std::cerr << "dsne " << command.name << ": " << message << std::endl;
    return exit_code;
  };
  try {
    return command.run(arguments, console);
  } catch (const dsne::tools::UsageError& error) {
    return fail(std::string(error.what()) + " (see dsne " + std::string(command.name) + " --help)",
                2);
  } catch (const dsne::Error& error) {
    return fail(error.what(), 1);
  } catch (const std::exception& error) {
    return fail(std::string("unexpected error: ") + error.what(), 1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // For the steps that are started: all sites' run at once, and waiting threads must not spin.
  ::setenv("OMP_WAIT_POLICY", "PASSIVE", 0);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::string first = arguments.empty() ? "" : arguments.front();
  if (first == "--help" || first == "-h") {
    print_help(std::cout);
    return 0;
  }
  if (first == "--version") {
    std::cout << "dsne " << DSNE_VERSION << std::endl;
    return 0;
  }
  const auto* const command =
      std::find_if(subcommands.begin(), subcommands.end(),
                   [&](const Subcommand& candidate) { return candidate.name == first; });
  if (command == subcommands.end()) {
    std::cerr << "dsne: " << (first.empty() ? "a command is missing" : "there is no such command")
              << " (see dsne --help)" << std::endl;
    return 2;
  }
  return run_subcommand(*command, {arguments.begin() + 1, arguments.end()});
}
