#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// A program of several commands, each called by the word after the program's name.
struct CommandSet {
  std::string name;
  std::string version;
  std::vector<Command> commands;
};

/// Runs the command that the first argument names, or prints what `help`, `--help` and `--version`
/// ask for; `help COMMAND` is the command's own help. Errors are printed. @return the exit code
int run_reporting(const CommandSet& set, const Arguments& arguments, const Console& console);

}  // namespace dsne::tools
