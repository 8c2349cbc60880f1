#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne place`: places new subjects on the map of a finished run, and scores them.
Command place_command();

}  // namespace dsne::tools
