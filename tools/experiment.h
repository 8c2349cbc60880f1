#pragma once

#include <string>
#include <vector>

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne experiment`: makes the maps that an experiment describes, measures them, and writes
/// tables and figures. @return the exit code
int experiment_command(const std::vector<std::string>& arguments, const Console& console);

}  // namespace dsne::tools
