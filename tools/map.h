#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne map`: makes the frame of sites' summaries, a map that every site can place its own
/// subjects on.
Command map_command();

}  // namespace dsne::tools
