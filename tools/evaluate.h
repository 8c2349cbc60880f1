#pragma once

#include <string>
#include <vector>

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne evaluate`: measures maps against the data they show. @return the exit code
int evaluate_command(const std::vector<std::string>& arguments, const Console& console);

}  // namespace dsne::tools
