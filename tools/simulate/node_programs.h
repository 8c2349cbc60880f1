#pragma once

#include <string>

#include "tools/command_line.h"
#include "tools/simulate/process.h"

namespace dsne::tools {

/// Adds the options `--local` and `--remote`, which replace a node's program.
Options with_program_options(Options options);

/// Returns a node's program: the one from its option, or the one beside this executable.
/// @param node "local" or "remote"
/// @throws InputError when it is not executable
Program find_program(const Values& values, const std::string& node);

}  // namespace dsne::tools
