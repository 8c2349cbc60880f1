#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// A program of several commands, each named by the first argument.
struct CommandSet {
  std::string name;
  std::string version;
  std::vector<Command> commands;
};

/// Runs the command that the first argument names, or handles `help`, `--help` and `--version`;
/// `help COMMAND` prints the command's own help. Prints errors. @return the exit code
int run_reporting(const CommandSet& set, const Arguments& arguments, const Console& console);

}  // namespace dsne::tools
