#include "tools/command_set.h"

#include <algorithm>
#include <ostream>

namespace dsne::tools {
namespace {

/// Returns the word that selects a command.
std::string word(const Command& command) {
  return command.name.substr(command.name.rfind(' ') + 1);
}

int print_help(const CommandSet& set, std::ostream& out) {
  constexpr std::size_t width = 12;
  out << "Usage: " << set.name << " COMMAND [options]\n\nCommands\n";
  for (const Command& command : set.commands) {
    const std::string name = word(command);
    out << "  " << name << std::string(width - name.size(), ' ') << command.summary << '\n';
  }
  out << "\n`" << set.name << " COMMAND --help` tells a command's options, `" << set.name
      << " --version` the version." << std::endl;
  return 0;
}

}  // namespace

int run_reporting(const CommandSet& set, const Arguments& arguments, const Console& console) {
  const auto is = [&arguments](std::size_t i, const std::string& text) {
    return arguments.size() > i && arguments[i] == text;
  };
  const bool help = is(0, "help") || is(0, "--help") || is(0, "-h");
  if (help && arguments.size() == 1) return print_help(set, console.out);
  if (is(0, "--version")) {
    console.out << set.name << ' ' << set.version << std::endl;
    return 0;
  }
  const std::size_t named = help ? 1 : 0;
  const auto command =
      std::find_if(set.commands.begin(), set.commands.end(),
                   [&](const Command& candidate) { return is(named, word(candidate)); });
  if (command == set.commands.end()) {
    console.err << set.name << ": "
                << (arguments.empty() ? "a command is missing" : "there is no such command")
                << " (see " << set.name << " --help)" << std::endl;
    return 2;
  }
  if (help) return run_reporting(*command, {"--help"}, console);
  return run_reporting(*command, {arguments.begin() + 1, arguments.end()}, console);
}

}  // namespace dsne::tools
