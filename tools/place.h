#pragma once

#include <string>
#include <vector>

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne place`: puts new subjects on the map of a finished run, and scores them. @return the exit
/// code
int place_command(const std::vector<std::string>& arguments, const Console& console);

}  // namespace dsne::tools
